import { Notice } from "#app/components/ui/notice.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { DRAWER_SHIPPING } from "#server/pricing/delivery.ts";
import { deliverySentence, freeShippingLine } from "#server/pricing/delivery-sentences.ts";
import { formatMoney } from "#server/pricing/money.ts";

const builtIn = { kind: "as_specified" } as const;

/** What delivery costs until the Shipping tab is first saved (docs/rules.md#delivery-5). */
export function BuiltInDeliveryRule() {
  const currency = useStoreCurrency();
  return (
    <Notice title="Built-in rule in force">
      <p>
        The checkout charges: “{deliverySentence(builtIn, currency)}” The cart shows a flat{" "}
        {formatMoney(DRAWER_SHIPPING, currency)} beside that sentence, the product page “
        {freeShippingLine(builtIn, currency)}”. Saving replaces it: from then on cart, product page and
        checkout all use what is saved here.
      </p>
    </Notice>
  );
}
