import { useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import { FILL_IN_FIRST } from "./payment-texts.ts";
import { payPalLabel } from "./paypal-texts.ts";

interface PayWithoutScriptProps {
  formId: string;
  total: Pence;
  offersPayPal: boolean;
}

/**
 * For a browser without JavaScript: the details are sent, and the provider's own page takes the payment. Which of the
 * buttons shows follows the chosen method by the style sheet alone; each does what it says.
 */
export function PayWithoutScript({ formId, total, offersPayPal }: PayWithoutScriptProps) {
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
        <Button
          form={formId}
          name="intent"
          value="pay"
          size="large"
          disabled={sending}
          className="group-has-[input[value=paypal]:checked]/payment:hidden"
        >
          Pay {formatPounds(total)}
        </Button>
        {offersPayPal && (
          <Button
            form={formId}
            name="intent"
            value="pay-paypal"
            size="large"
            disabled={sending}
            className="group-has-[input[value=stripe]:checked]/payment:hidden"
          >
            {payPalLabel(formatPounds(total))}
          </Button>
        )}
        <Button form={formId} name="intent" value="update" formNoValidate variant="secondary" size="large">
          Update total
        </Button>
      </div>
    </>
  );
}
