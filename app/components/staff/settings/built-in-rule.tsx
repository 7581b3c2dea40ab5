import { Notice } from "#app/components/ui/notice.tsx";
import { deliverySentence, drawerShipping, freeShippingLine } from "#server/pricing/delivery.ts";
import { formatPounds } from "#server/pricing/money.ts";

const builtIn = { kind: "as_specified" } as const;

/** What delivery costs until the Shipping tab is first saved (docs/rules.md#delivery-5). */
export function BuiltInDeliveryRule() {
  return (
    <Notice title="Built-in rule in force">
      <p>
        The checkout charges: “{deliverySentence(builtIn)}” The cart shows a flat{" "}
        {formatPounds(drawerShipping(1, builtIn))} beside that sentence, the product page “
        {freeShippingLine(builtIn)}”. Saving replaces it: from then on cart, product page and checkout all use
        what is saved here.
      </p>
    </Notice>
  );
}
