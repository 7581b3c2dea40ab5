import { currencyName, formatMoney } from "#server/pricing/money.ts";
import { EXAMPLE_ITEM, guide, onOff, type SettingGuide, type SettingName, shown } from "./settings-tabs.ts";

const profile = (network: string, name: SettingName & `${string}Url`) =>
  guide(name, `${network} Address`, "url", (values) =>
    values[name] === ""
      ? `While this is empty, the ${network} mark in the footer is only decoration.`
      : `The ${network} mark in the footer leads to ${values[name]}`,
  );

export const generalGuides: readonly SettingGuide[] = [
  guide(
    "storeName",
    "Store name",
    "text",
    ({ storeName }) =>
      `Stands in the header, the footer, every email and new invoices: “© ${shown(storeName)}”.`,
  ),
  guide(
    "storeDescription",
    "Store description",
    "lines",
    () => "Stands under the name in the footer of every page.",
  ),
  guide(
    "storeAddress",
    "Store address",
    "lines",
    ({ storeName, storeAddress }) =>
      `Stands in the footer, at the end of every email and on new invoices: “${shown(storeName)}, ${shown(storeAddress)}”.`,
  ),
  guide("storePhone", "Store phone", "tel", ({ storePhone }) =>
    storePhone.trim() === ""
      ? "Left empty, no phone number is shown anywhere."
      : `Stands in the footer, in emails and on new invoices; a tap dials ${storePhone.trim()}.`,
  ),
  guide(
    "storeEmail",
    "Store email",
    "email",
    ({ storeEmail }) =>
      `Customers write here, and answers to our emails go here: ${shown(storeEmail)}. Staff alerts too, unless the Orders tab names another address.`,
  ),
  guide("companyNumber", "Company number", "text", ({ companyNumber }) =>
    companyNumber.trim() === ""
      ? "Left empty, no company number is shown; a limited company must show one."
      : `Footer, emails and new invoices say “Company no. ${companyNumber.trim()}”.`,
  ),
  guide("vatNumber", "VAT registration number", "text", ({ vatNumber }) =>
    vatNumber.trim() === ""
      ? "While this is empty, documents of new orders are headed “Invoice” and say that they are no VAT invoice."
      : `Documents of new orders are headed “VAT invoice”; they, the footer and emails say “VAT no. ${vatNumber.trim()}”.`,
  ),
  guide("registeredOffice", "Registered office", "lines", ({ registeredOffice }) =>
    registeredOffice.trim() === ""
      ? "Left empty, the store address stands alone."
      : `Footer, emails and new invoices say “Registered office: ${registeredOffice.trim()}”.`,
  ),
  guide(
    "openingHoursWeekdays",
    "Opening hours, Monday to Friday",
    "text",
    ({ openingHoursWeekdays }) => `The footer says “Mon-Fri ${shown(openingHoursWeekdays, "closed")}”.`,
  ),
  guide(
    "openingHoursSaturday",
    "Opening hours, Saturday",
    "text",
    ({ openingHoursSaturday }) => `The footer says “Sat ${shown(openingHoursSaturday, "closed")}”.`,
  ),
  guide(
    "openingHoursSunday",
    "Opening hours, Sunday",
    "text",
    ({ openingHoursSunday }) => `The footer says “Sun ${shown(openingHoursSunday, "closed")}”.`,
  ),
  profile("Facebook", "facebookUrl"),
  profile("Instagram", "instagramUrl"),
  profile("LinkedIn", "linkedinUrl"),
  profile("YouTube", "youtubeUrl"),
  guide(
    "currency",
    "Currency",
    [
      { value: "GBP", label: "GBP, pounds sterling" },
      { value: "EUR", label: "EUR, euros" },
      { value: "USD", label: "USD, US dollars" },
    ],
    ({ currency }) =>
      `Prices, payments, orders and VAT invoices are in ${currencyName(currency)}: ${formatMoney(EXAMPLE_ITEM, currency)}. The first order fixes it. Your accounts with the payment providers must take ${currencyName(currency)}.`,
  ),
  guide("exchangeRate", "Pounds for One of the Currency", "rate", ({ currency, exchangeRate }) =>
    exchangeRate > 0
      ? `New VAT papers show their VAT in pounds at £${exchangeRate} for ${formatMoney(100, currency)}. Papers that were made keep their rate.`
      : `VAT papers in ${currencyName(currency)} must show their VAT in pounds, too.`,
  ),
  guide(
    "exchangeRateDay",
    "Day of the Exchange Rate",
    "day",
    ({ exchangeRateDay }) =>
      `VAT papers say of which day their rate is${exchangeRateDay ? "" : ": none is entered yet"}. HMRC takes its own rates of the month, or the London closing rate of the day (VAT Notice 700, section 7.7).`,
  ),
  onOff(
    "staffTwoFactor",
    "Staff must use two-factor sign-in",
    "Where others than this machine reach the shop, administrators and shop managers without it get no further than their account settings, where they set it up.",
    "Everybody may set it up in their account settings; nobody must. A stolen password of staff then opens the shop.",
  ),
];
