import {
  currencyName,
  formatMoney,
  formatMoneyShort,
  type Pence,
  penceToDecimal,
} from "#server/pricing/money.ts";
import { vatOf } from "#server/pricing/vat.ts";
import {
  EXAMPLE_ITEM,
  type GuidedSettings,
  guide,
  onOff,
  type SettingGuide,
  type SettingName,
  type SettingsTab,
  settingsTabs,
  shown,
} from "./settings-tabs.ts";
import { customersGuides, productsGuides, shippingGuides } from "./shop-guides.ts";
import { type StoreSettingsValues, vatModeOf, vatRateOf } from "./store-settings.ts";

const profile = (network: string, name: SettingName & `${string}Url`) =>
  guide(name, `${network} Address`, "url", (values) =>
    values[name] === ""
      ? `While this is empty, the ${network} mark in the footer is only decoration.`
      : `The ${network} mark in the footer leads to ${values[name]}`,
  );

const generalGuides: readonly SettingGuide[] = [
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

const paymentsGuides: readonly SettingGuide[] = [
  onOff(
    "paypalEnabled",
    "PayPal",
    "The checkout offers PayPal beside the card, where PayPal is set up.",
    "The checkout takes cards only.",
  ),
  onOff(
    "bankTransferEnabled",
    "Bank transfer",
    "Create Order of the shop manager offers bank transfer; such an order stays pending until the payment is recorded.",
    "Create Order of the shop manager offers no bank transfer.",
  ),
  onOff(
    "cashOnDeliveryEnabled",
    "Cash on delivery",
    "A cash order of the shop manager may be left unpaid until delivery; it stays pending until the payment is recorded.",
    "A cash order of the shop manager is paid when it is made.",
  ),
  guide(
    "braintreeEnabled",
    "Braintree (not used by this version)",
    "switch",
    () => "Kept for the record only: this version makes no call to Braintree, so this changes nothing.",
  ),
];

const taxGuides: readonly SettingGuide[] = [
  guide("taxEnabled", "Charge tax", "switch", (values) =>
    values.taxEnabled
      ? `The checkout of a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item shows “of which ${shown(values.taxLabel)} ${formatMoney(vatOfExample(values), values.currency)}”.`
      : "The checkout shows no tax line, and new orders carry no tax. For a shop that is not registered for VAT.",
  ),
  guide(
    "taxRate",
    "Tax rate",
    "fraction",
    (values) =>
      `0.2 is 20%. Products that name no rate of their own are sold at this one: a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item shows ${shown(values.taxLabel)} ${formatMoney(vatOfExample(values), values.currency)}.`,
  ),
  guide(
    "taxLabel",
    "Tax label",
    "text",
    ({ taxLabel }) =>
      `What the tax is called at the checkout, on orders and in emails: “Subtotal (inc. ${shown(taxLabel)})”. VAT invoices always say VAT, as the law does.`,
  ),
  guide("taxIncludedInPrices", "Prices include tax", "switch", (values) => {
    const label = shown(values.taxLabel);
    const line = formatMoney(vatOfExample(values), values.currency);
    const due = formatMoney(vatOf(EXAMPLE_ITEM, vatRateOf(values, null), "fraction"), values.currency);
    const total = `The customer pays ${formatMoney(EXAMPLE_ITEM, values.currency)} either way.`;
    if (values.takesRealMoney) {
      return `This shop takes real money, so of a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item the checkout shows the ${label} that is owed, ${line}, either way. Switch it on to confirm that your prices include ${label}. ${total}`;
    }
    return values.taxIncludedInPrices
      ? `Of a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item the checkout shows the ${label} inside the price, ${line}, which is what is owed. ${total}`
      : `Of a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item the checkout shows ${label} ${line}, price × rate, while ${due} is owed on it. ${total}`;
  }),
  guide("zeroRateExports", "Zero-rate exports", "switch", (values) => {
    const label = shown(values.taxLabel);
    return values.zeroRateExports && values.taxEnabled
      ? `A ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item that goes to the Channel Islands or abroad shows ${label} ${formatMoney(0, values.currency)}, and its invoice says why; the customer pays ${formatMoney(EXAMPLE_ITEM, values.currency)} as everybody does. Northern Ireland and the Isle of Man are home. You must keep proof of each export.`
      : `A ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item shows ${label} ${formatMoney(vatOfExample(values), values.currency)} wherever it goes, also to the Channel Islands and abroad. No proof of export is asked of you.`;
  }),
];

function vatOfExample(values: GuidedSettings): Pence {
  return vatOf(EXAMPLE_ITEM, vatRateOf(values, null), vatModeOf(values));
}

const ordersGuides: readonly SettingGuide[] = [
  guide(
    "orderStatusAfterPayment",
    "Order status after payment",
    [
      { value: "processing", label: "Processing" },
      { value: "completed", label: "Completed" },
      { value: "pending", label: "Pending" },
    ],
    (values) =>
      values.autoCompleteOrders
        ? "Not used while orders complete by themselves."
        : `A paid order starts as “${values.orderStatusAfterPayment}”; one that is short of stock never as completed.`,
  ),
  guide(
    "autoCompleteOrders",
    "Complete orders by themselves",
    "switch",
    ({ autoCompleteOrders, orderStatusAfterPayment }) =>
      autoCompleteOrders
        ? "Every paid order is completed at once, except one that is short of stock."
        : `A paid order stays “${orderStatusAfterPayment}” until staff move it on.`,
  ),
  guide("orderNotificationEmail", "Order notification email", "email", ({ orderNotificationEmail }) =>
    orderNotificationEmail.trim() === ""
      ? "Left empty, news of orders and of failed payments go to the store email."
      : `News of orders, failed payments and low stock go to ${orderNotificationEmail.trim()}.`,
  ),
  guide(
    "orderNumberPrefix",
    "Invoice number prefix",
    "text",
    ({ orderNumberPrefix }) =>
      `VAT invoices of new orders are numbered like ${shown(orderNumberPrefix)}-000123, credit notes like ${shown(orderNumberPrefix)}-CN-000012. Old ones keep theirs.`,
  ),
];

/** Every setting of each tab, in the order on screen. */
export const settingGuides: Record<SettingsTab, readonly SettingGuide[]> = {
  General: generalGuides,
  Tax: taxGuides,
  Shipping: shippingGuides,
  Payments: paymentsGuides,
  Orders: ordersGuides,
  Customers: customersGuides,
  Products: productsGuides,
};

/** The settings of a tab. */
export function fieldsOf(tab: SettingsTab): SettingName[] {
  return settingGuides[tab].map(({ name }) => name);
}

/** The tab of a setting. */
export function tabOf(name: SettingName): SettingsTab {
  const tab = settingsTabs.find((candidate) => fieldsOf(candidate).includes(name));
  if (!tab) throw new Error(`${name} stands on no tab: give it a guide in server/settings/`);
  return tab;
}

/** A value as a form field's text. */
export function asText(value: StoreSettingsValues[SettingName], kind: SettingGuide["kind"]): string {
  return kind === "pounds" && typeof value === "number"
    ? penceToDecimal(Math.round(value * 100))
    : String(value);
}

/** The guide of a setting. */
export function guideOf(name: SettingName): SettingGuide {
  const guide = settingGuides[tabOf(name)].find((candidate) => candidate.name === name);
  if (!guide) throw new Error(`${name} has no guide`);
  return guide;
}
