import { formatPounds, type Pence } from "#server/pricing/money.ts";
import { vatOf } from "#server/pricing/vat.ts";
import { vatModeOf, vatRateOf } from "../store-settings.ts";
import { EXAMPLE_ITEM, poundsShort, type SettingGuide, shown, type TypedSettings } from "./setting-guide.ts";

export const taxGuides: readonly SettingGuide[] = [
  {
    name: "taxEnabled",
    label: "Charge Tax",
    kind: "switch",
    changes: (values) =>
      values.taxEnabled
        ? `The checkout of a ${poundsShort(EXAMPLE_ITEM)} item shows “of which ${shown(values.taxLabel)} ${formatPounds(vatShown(values))}”.`
        : "The checkout shows no tax line, and new orders carry no tax. For a shop that is not registered for VAT.",
  },
  {
    name: "taxRate",
    label: "Tax Rate",
    kind: "fraction",
    changes: (values) =>
      `0.2 is 20%. Products that name no rate of their own are sold at this one: a ${poundsShort(EXAMPLE_ITEM)} item shows ${shown(values.taxLabel)} ${formatPounds(vatShown(values))}.`,
  },
  {
    name: "taxLabel",
    label: "Tax Label",
    kind: "text",
    changes: ({ taxLabel }) =>
      `What the tax is called at the checkout, on orders and in emails: “Subtotal (inc. ${shown(taxLabel)})”. VAT invoices always say VAT, as the law does.`,
  },
  {
    name: "taxIncludedInPrices",
    label: "Prices Include Tax",
    kind: "switch",
    changes: (values) => {
      const label = shown(values.taxLabel);
      const line = formatPounds(vatShown(values));
      const due = formatPounds(vatOf(EXAMPLE_ITEM, vatRateOf(values, null), "fraction"));
      const total = `The customer pays ${formatPounds(EXAMPLE_ITEM)} either way.`;
      if (values.takesRealMoney) {
        return `This shop takes real money, so of a ${poundsShort(EXAMPLE_ITEM)} item the checkout shows the ${label} that is owed, ${line}, either way. Switch it on to confirm that your prices include ${label}. ${total}`;
      }
      return values.taxIncludedInPrices
        ? `Of a ${poundsShort(EXAMPLE_ITEM)} item the checkout shows the ${label} inside the price, ${line}, which is what is owed. ${total}`
        : `Of a ${poundsShort(EXAMPLE_ITEM)} item the checkout shows ${label} ${line}, price × rate, while ${due} is owed on it. ${total}`;
    },
  },
  {
    name: "zeroRateExports",
    label: "Zero-rate Exports",
    kind: "switch",
    changes: (values) => {
      const label = shown(values.taxLabel);
      return values.zeroRateExports && values.taxEnabled
        ? `A ${poundsShort(EXAMPLE_ITEM)} item that goes to the Channel Islands or abroad shows ${label} £0.00, and its invoice says why; the customer pays ${formatPounds(EXAMPLE_ITEM)} as everybody does. Northern Ireland and the Isle of Man are home. You must keep proof of each export.`
        : `A ${poundsShort(EXAMPLE_ITEM)} item shows ${label} ${formatPounds(vatShown(values))} wherever it goes, also to the Channel Islands and abroad. No proof of export is asked of you.`;
    },
  },
];

function vatShown(values: TypedSettings): Pence {
  return vatOf(EXAMPLE_ITEM, vatRateOf(values, null), vatModeOf(values));
}
