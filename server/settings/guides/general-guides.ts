import { currencyName, formatMoney } from "#server/pricing/money.ts";
import { EXAMPLE_ITEM, onOff, type SettingGuide, type SettingName, shown } from "../settings-tabs.ts";

const profile = (network: string, name: SettingName & `${string}Url`): SettingGuide => ({
  name,
  label: `${network} Address`,
  kind: "url",
  changes: (values) =>
    values[name] === ""
      ? `While this is empty, the ${network} mark in the footer is only decoration.`
      : `The ${network} mark in the footer leads to ${values[name]}`,
});

export const generalGuides: readonly SettingGuide[] = [
  {
    name: "storeName",
    label: "Store name",
    kind: "text",
    changes: ({ storeName }) =>
      `Stands in the header, the footer, every email and new invoices: “© ${shown(storeName)}”.`,
  },
  {
    name: "storeDescription",
    label: "Store description",
    kind: "lines",
    changes: () => "Stands under the name in the footer of every page.",
  },
  {
    name: "storeAddress",
    label: "Store address",
    kind: "lines",
    changes: ({ storeName, storeAddress }) =>
      `Stands in the footer, at the end of every email and on new invoices: “${shown(storeName)}, ${shown(storeAddress)}”.`,
  },
  {
    name: "storePhone",
    label: "Store phone",
    kind: "tel",
    changes: ({ storePhone }) =>
      storePhone.trim() === ""
        ? "Left empty, no phone number is shown anywhere."
        : `Stands in the footer, in emails and on new invoices; a tap dials ${storePhone.trim()}.`,
  },
  {
    name: "storeEmail",
    label: "Store email",
    kind: "email",
    changes: ({ storeEmail }) =>
      `Customers write here, and answers to our emails go here: ${shown(storeEmail)}. Staff alerts too, unless the Orders tab names another address.`,
  },
  {
    name: "companyNumber",
    label: "Company number",
    kind: "text",
    changes: ({ companyNumber }) =>
      companyNumber.trim() === ""
        ? "Left empty, no company number is shown; a limited company must show one."
        : `Footer, emails and new invoices say “Company no. ${companyNumber.trim()}”.`,
  },
  {
    name: "vatNumber",
    label: "VAT registration number",
    kind: "text",
    changes: ({ vatNumber }) =>
      vatNumber.trim() === ""
        ? "While this is empty, documents of new orders are headed “Invoice” and say that they are no VAT invoice."
        : `Documents of new orders are headed “VAT invoice”; they, the footer and emails say “VAT no. ${vatNumber.trim()}”.`,
  },
  {
    name: "registeredOffice",
    label: "Registered office",
    kind: "lines",
    changes: ({ registeredOffice }) =>
      registeredOffice.trim() === ""
        ? "Left empty, the store address stands alone."
        : `Footer, emails and new invoices say “Registered office: ${registeredOffice.trim()}”.`,
  },
  {
    name: "openingHoursWeekdays",
    label: "Opening hours, Monday to Friday",
    kind: "text",
    changes: ({ openingHoursWeekdays }) =>
      `The footer says “Mon-Fri ${shown(openingHoursWeekdays, "closed")}”.`,
  },
  {
    name: "openingHoursSaturday",
    label: "Opening hours, Saturday",
    kind: "text",
    changes: ({ openingHoursSaturday }) => `The footer says “Sat ${shown(openingHoursSaturday, "closed")}”.`,
  },
  {
    name: "openingHoursSunday",
    label: "Opening hours, Sunday",
    kind: "text",
    changes: ({ openingHoursSunday }) => `The footer says “Sun ${shown(openingHoursSunday, "closed")}”.`,
  },
  profile("Facebook", "facebookUrl"),
  profile("Instagram", "instagramUrl"),
  profile("LinkedIn", "linkedinUrl"),
  profile("YouTube", "youtubeUrl"),
  {
    name: "currency",
    label: "Currency",
    kind: "choice",
    choices: [
      { value: "GBP", label: "GBP, pounds sterling" },
      { value: "EUR", label: "EUR, euros" },
      { value: "USD", label: "USD, US dollars" },
    ],
    changes: ({ currency }) =>
      `Prices, payments, orders and VAT invoices are in ${currencyName(currency)}: ${formatMoney(EXAMPLE_ITEM, currency)}. The first order fixes it. Your accounts with the payment providers must take ${currencyName(currency)}.`,
  },
  {
    name: "exchangeRate",
    label: "Pounds for One of the Currency",
    kind: "rate",
    changes: ({ currency, exchangeRate }) =>
      exchangeRate > 0
        ? `New VAT papers show their VAT in pounds at £${exchangeRate} for ${formatMoney(100, currency)}. Papers that were made keep their rate.`
        : `VAT papers in ${currencyName(currency)} must show their VAT in pounds, too.`,
  },
  {
    name: "exchangeRateDay",
    label: "Day of the Exchange Rate",
    kind: "day",
    changes: ({ exchangeRateDay }) =>
      `VAT papers say of which day their rate is${exchangeRateDay ? "" : ": none is entered yet"}. HMRC takes its own rates of the month, or the London closing rate of the day (VAT Notice 700, section 7.7).`,
  },
  onOff(
    "staffTwoFactor",
    "Staff must use two-factor sign-in",
    "Where others than this machine reach the shop, administrators and shop managers without it get no further than their account settings, where they set it up.",
    "Everybody may set it up in their account settings; nobody must. A stolen password of staff then opens the shop.",
  ),
];
