import { expressPrice, quoteDelivery } from "#server/pricing/delivery.ts";
import { deliverySentence } from "#server/pricing/delivery-sentence.ts";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import { type StoreSettingsValues, savedDeliveryRuleOf } from "../store-settings.ts";
import { EXAMPLE_ITEM, poundsShort, type SettingGuide } from "./setting-guide.ts";

const HOME = "United Kingdom";
const EXAMPLE_SUBTOTALS: readonly Pence[] = [3000, 6000, 12_000];

export const shippingGuides: readonly SettingGuide[] = [
  {
    name: "shippingEnabled",
    label: "Charge for Delivery",
    kind: "switch",
    changes: (values) =>
      values.shippingEnabled
        ? `Cart, product page and checkout say: “${deliverySentence(savedDeliveryRuleOf(values))}”`
        : "Delivery is free everywhere, and no express delivery is offered.",
  },
  {
    name: "shippingCalculationType",
    label: "How Delivery Is Worked Out",
    kind: "choice",
    choices: [
      { value: "flat", label: "Flat: the standard cost for every order below the threshold" },
      { value: "value", label: "By value: falls evenly to nothing at the threshold" },
      { value: "weight", label: "By weight: not in this version", unavailable: true },
    ],
    changes: (values) => `With what is typed now, ${basketExamples(values)}.`,
  },
  {
    name: "standardShippingCost",
    label: "Standard Shipping Cost (£)",
    kind: "pounds",
    changes: (values) =>
      `UK delivery of a ${poundsShort(EXAMPLE_ITEM)} basket costs ${deliveryOf(EXAMPLE_ITEM, values)}.`,
  },
  {
    name: "freeShippingThreshold",
    label: "Free Shipping Threshold (£)",
    kind: "pounds",
    changes: (values) => {
      const rule = savedDeliveryRuleOf(values);
      const from = rule.kind === "one_rule" ? rule.freeFrom : 0;
      const below = from > 0 ? `; one of ${formatPounds(from - 1)} pays ${deliveryOf(from - 1, values)}` : "";
      return `An order of ${formatPounds(from)} travels free inside the UK${below}.`;
    },
  },
  {
    name: "expressShippingCost",
    label: "Express Shipping Cost (£)",
    kind: "pounds",
    changes: (values) => {
      const price = expressPrice(HOME, savedDeliveryRuleOf(values));
      return price === null
        ? "No express delivery is offered at the checkout."
        : `The checkout offers “Express delivery for ${formatPounds(price)}” inside the UK, whatever the order comes to.`;
    },
  },
];

function deliveryOf(subtotal: Pence, values: StoreSettingsValues): string {
  const cost = quoteDelivery(subtotal, HOME, savedDeliveryRuleOf(values));
  return cost === 0 ? "nothing" : formatPounds(cost);
}

function basketExamples(values: StoreSettingsValues): string {
  const examples = EXAMPLE_SUBTOTALS.map(
    (subtotal) => `${poundsShort(subtotal)} costs ${deliveryOf(subtotal, values)}`,
  );
  return `UK delivery of a basket of ${examples.join(", of ")}`;
}
