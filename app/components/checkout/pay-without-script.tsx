import { useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { formatPounds, type Pence } from "#server/pricing/money.ts";

export const FILL_IN_FIRST = "Please fill in all required fields above to continue with payment.";

/** For a browser without JavaScript: the details are sent, and Stripe's own page takes the card. */
export function PayWithoutScript({ formId, total }: { formId: string; total: Pence }) {
  const sending = useNavigation().state !== "idle";
  return (
    <>
      <p className="text-ink-soft">{FILL_IN_FIRST}</p>
      <p className="text-sm text-ink-soft">
        Delivery depends on the country: after changing it, update the total before you pay. You pay on the
        next page.
      </p>
      {/* What the button says is what is charged: the server refuses when the country has changed it. */}
      <input type="hidden" form={formId} name="shownTotal" value={total} />
      <div className="flex flex-wrap gap-3">
        <Button form={formId} name="intent" value="pay" size="large" disabled={sending}>
          Pay {formatPounds(total)}
        </Button>
        <Button form={formId} name="intent" value="update" formNoValidate variant="secondary" size="large">
          Update total
        </Button>
      </div>
    </>
  );
}
