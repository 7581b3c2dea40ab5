import { formatMoney, formatMoneyShort, type Pence } from "#server/pricing/money.ts";
import { vatOf } from "#server/pricing/vat.ts";
import {
  EXAMPLE_ITEM,
  type GuidedSettings,
  guide,
  onOff,
  type SettingGuide,
  shown,
} from "./settings-tabs.ts";
import { vatModeOf, vatRateOf } from "./store-settings.ts";

export const paymentsGuides: readonly SettingGuide[] = [
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

export const taxGuides: readonly SettingGuide[] = [
  guide("taxEnabled", "Charge tax", "switch", (values) =>
    values.taxEnabled
      ? `The checkout of a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item shows “of which ${shown(values.taxLabel)} ${formatMoney(vatShown(values), values.currency)}”.`
      : "The checkout shows no tax line, and new orders carry no tax. For a shop that is not registered for VAT.",
  ),
  guide(
    "taxRate",
    "Tax rate",
    "fraction",
    (values) =>
      `0.2 is 20%. Products that name no rate of their own are sold at this one: a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item shows ${shown(values.taxLabel)} ${formatMoney(vatShown(values), values.currency)}.`,
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
    const line = formatMoney(vatShown(values), values.currency);
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
      : `A ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} item shows ${label} ${formatMoney(vatShown(values), values.currency)} wherever it goes, also to the Channel Islands and abroad. No proof of export is asked of you.`;
  }),
];

function vatShown(values: GuidedSettings): Pence {
  return vatOf(EXAMPLE_ITEM, vatRateOf(values, null), vatModeOf(values));
}

export const ordersGuides: readonly SettingGuide[] = [
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
