import { expressPrice, quoteDelivery } from "#server/pricing/delivery.ts";
import { deliverySentence } from "#server/pricing/delivery-sentences.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import { formatMoney, formatMoneyShort, type Pence } from "#server/pricing/money.ts";
import { tariffIn } from "#server/pricing/tariff-text.ts";
import { closuresIn } from "./opening-times.ts";
import { isRatedByTable, placesServedText } from "./promises.ts";
import { EXAMPLE_ITEM, guide, onOff, type SettingGuide, shown } from "./settings-tabs.ts";
import { type StoreSettingsValues, savedDeliveryRuleOf } from "./store-settings.ts";

export const customersGuides: readonly SettingGuide[] = [
  onOff(
    "customerRegistration",
    "Customer registration",
    "Anybody may create an account at /register.",
    "/register says that accounts are made by the shop; staff still make them under Users.",
  ),
  onOff(
    "guestCheckout",
    "Guest checkout",
    "Anybody may buy without an account.",
    "The checkout asks visitors to sign in first.",
  ),
  guide(
    "customerAccountCreation",
    "Accounts for guests",
    [
      { value: "automatic", label: "Automatic" },
      { value: "manual", label: "Manual" },
      { value: "disabled", label: "Disabled" },
    ],
    ({ customerAccountCreation }) =>
      ({
        automatic:
          "A guest's order makes a customer record, and the confirmation email offers a link to set a password for it.",
        manual:
          "A guest's order makes no record; the confirmation email invites the guest to register with the same address.",
        disabled: "A guest's order makes no record, and the confirmation email says nothing of accounts.",
      })[customerAccountCreation],
  ),
];

export const productsGuides: readonly SettingGuide[] = [
  onOff(
    "stockManagement",
    "Stock management",
    "Products say “In Stock (8 available)”, nobody can buy more than there is, and orders take from the stock.",
    "Products say “In Stock” without a number and can always be bought; orders take nothing from the stock.",
  ),
  guide("lowStockThreshold", "Low stock threshold", "count", ({ lowStockThreshold, stockManagement }) => {
    if (!stockManagement) return "Not used while stock is not managed.";
    return lowStockThreshold < 1
      ? "Nothing ever counts as running low."
      : `From ${lowStockThreshold} down a product's page says “Only ${lowStockThreshold} left”, and the email of an order that takes it there tells staff.`;
  }),
  onOff(
    "hideOutOfStock",
    "Hide products that are out of stock",
    "The catalogue leaves out products without stock; their own pages stay reachable.",
    "The catalogue shows products without stock as “Out of Stock”.",
  ),
  onOff(
    "oneCardPerFamily",
    "One card for all packs of a family",
    "The catalogue shows one card for each family of packs, with the price of its cheapest pack.",
    "The catalogue shows a card for each pack, whatever its family.",
  ),
  guide(
    "productReviews",
    "Product reviews (not in this version)",
    "switch",
    () => "Kept for the record only: this version shows and collects no reviews, so this changes nothing.",
  ),
];

const HOME = "United Kingdom";
const EXAMPLE_SUBTOTALS: readonly Pence[] = [3000, 6000, 12_000];

export const shippingGuides: readonly SettingGuide[] = [
  guide("shippingEnabled", "Charge for delivery", "switch", (values) =>
    values.shippingEnabled
      ? `Cart, product page and checkout say: “${deliverySentence(savedDeliveryRuleOf(values), values.currency)}”`
      : "Delivery is free wherever you deliver, and no express delivery is offered.",
  ),
  guide(
    "shippingCalculationType",
    "How delivery is worked out",
    [
      { value: "flat", label: "Flat: the standard cost for every order below the threshold" },
      { value: "value", label: "By value: falls evenly to nothing at the threshold" },
      { value: "weight", label: "By weight: the table of rates, by parcel, pallet and place" },
    ],
    (values) =>
      values.shippingCalculationType === "weight"
        ? "Delivery goes by the table of rates and what each product weighs. What no row covers, and what nobody has weighed, is asked of you before it is bought."
        : `With what is typed now, ${cartExamples(values)}.`,
  ),
  guide("deliveryTariff", "Table of rates", "lines", ({ deliveryTariff, shippingCalculationType }) => {
    const zones = tariffIn(deliveryTariff).zones.length;
    if (zones === 0)
      return "Empty. Fill it in below as a table or by a file, or paste lines here; delivery by weight goes by it.";
    const use =
      shippingCalculationType === "weight" ? "in force" : "not in force until delivery is by weight";
    return `${zones} ${zones === 1 ? "zone" : "zones"}, ${use}. The same as in the table below, as lines with semicolons.`;
  }),
  guide("standardShippingCost", "Standard shipping cost", "pounds", (values) =>
    savedDeliveryRuleOf(values).kind === "tariff"
      ? "Not used by weight: the table of rates says what delivery costs."
      : `UK delivery of a ${formatMoneyShort(EXAMPLE_ITEM, values.currency)} cart costs ${deliveryOf(EXAMPLE_ITEM, values)}.`,
  ),
  guide("freeShippingThreshold", "Free shipping threshold", "pounds", (values) => {
    const rule = savedDeliveryRuleOf(values);
    if (rule.kind === "tariff") return "Not used by weight: the table of rates says what is free.";
    const from = rule.kind === "one_rule" ? rule.freeFrom : 0;
    const below =
      from > 0
        ? `; one of ${formatMoney(from - 1, values.currency)} pays ${deliveryOf(from - 1, values)}`
        : "";
    return `An order of ${formatMoney(from, values.currency)} travels free inside the UK${below}.`;
  }),
  guide("expressShippingCost", "Express shipping cost", "pounds", (values) => {
    const price = expressPrice(savedDeliveryRuleOf(values));
    return price === null
      ? "No express delivery is offered at the checkout."
      : `The checkout offers “Express delivery for ${formatMoney(price, values.currency)}” inside the UK, whatever the order comes to.`;
  }),
  guide("countriesServed", "Countries you deliver to", "lines", (values) => {
    const places = placesServedText(values);
    if (places === null) {
      const all = isRatedByTable(values)
        ? "anybody may order from where the table of rates has a price, and others are asked to write to you"
        : "anybody anywhere may order, and delivery outside the United Kingdom is free";
      return `Left empty, ${all}. One country a line.`;
    }
    return `The checkout takes orders to ${places}, and refuses others beside the country. One country a line.`;
  }),
  onOff(
    "northernIrelandServed",
    "Deliver to Northern Ireland",
    "Northern Ireland counts with the United Kingdom. The EU’s product safety rules (GPSR) hold there: each product must name its batch and somebody responsible for it in the EU or in Northern Ireland.",
    "Postcodes that begin with BT are refused, in words that say so.",
  ),
  guide(
    "dispatchPromise",
    "When you send orders",
    "text",
    ({ dispatchPromise }) =>
      `Checkout, confirmation and mail say: “We normally send orders ${shown(dispatchPromise)}”.`,
  ),
  guide(
    "latestDeliveryDays",
    "Latest delivery, in days",
    "count",
    ({ latestDeliveryDays }) =>
      `Terms and delivery page promise goods within ${latestDeliveryDays} days of the order. The law says 30 unless you agree something else.`,
  ),
  guide("bulkDelivery", "How bulk bags come", "lines", ({ bulkDelivery }) =>
    bulkDelivery.trim() === ""
      ? "Left empty, nothing special is said of bulk bags."
      : "Stands in the terms and on the delivery page.",
  ),
  guide("bulkReturns", "Who pays when bulk bags go back", "lines", ({ bulkReturns }) =>
    bulkReturns.trim() === ""
      ? "Left empty, buyers bear the direct cost of sending goods back, whatever they are."
      : "Stands on the returns page, after the sentence that buyers bear the direct cost.",
  ),
  guide("collectionEnabled", "Collection from the yard", "switch", ({ collectionEnabled, storeAddress }) =>
    collectionEnabled
      ? `The checkout offers to collect for nothing from ${shown(storeAddress.split("\n").join(", "))}, in half hours of your opening hours.`
      : "Orders are sent; the checkout offers no collection.",
  ),
  guide(
    "collectionCapacity",
    "Orders collected in one half hour",
    "count",
    ({ collectionCapacity }) =>
      `Once ${collectionCapacity === 1 ? "one order is" : `${collectionCapacity} orders are`} to be collected in a half hour, nobody else can choose it.`,
  ),
  guide(
    "collectionNoticeHours",
    "Notice before a collection, in hours",
    "count",
    ({ collectionNoticeHours }) =>
      collectionNoticeHours === 0
        ? "The next half hour can be chosen."
        : `The first half hour that can be chosen is ${collectionNoticeHours} hours after the order.`,
  ),
  guide("collectionClosures", "Days without collection", "lines", ({ collectionClosures }) => {
    const closed = closuresIn(collectionClosures).length;
    const example = "One a line: 2026-12-25, or 2026-12-24 to 2027-01-01.";
    return closed === 0
      ? `Left empty, orders can be collected on all days that have opening hours. ${example}`
      : `Nobody can choose a half hour on the days of ${closed === 1 ? "this line" : `these ${closed} lines`}. ${example}`;
  }),
];

function deliveryOf(subtotal: Pence, values: StoreSettingsValues): string {
  const lines = [{ quantity: 1, lineTotal: subtotal }];
  const quote = quoteDelivery(lines, locate({ country: HOME }), savedDeliveryRuleOf(values));
  const cost = quote.kind === "quoted" ? quote.options[0].price : 0;
  return cost === 0 ? "nothing" : formatMoney(cost, values.currency);
}

function cartExamples(values: StoreSettingsValues): string {
  const examples = EXAMPLE_SUBTOTALS.map(
    (subtotal) => `${formatMoneyShort(subtotal, values.currency)} costs ${deliveryOf(subtotal, values)}`,
  );
  return `UK delivery of a cart of ${examples.join(", of ")}`;
}
