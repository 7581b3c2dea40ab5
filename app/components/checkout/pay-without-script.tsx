import { useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import { FILL_IN_FIRST } from "./payment-texts.ts";

interface PayWithoutScriptProps {
  formId: string;
  total: Pence;
  offers: readonly PaymentOffer[];
}

/** Written out for the style sheet. A way to pay that has no line here keeps its button. */
const whileOthersAreChosen: Partial<Record<ProviderId, string>> = {
  stripe: "group-has-[input[value=paypal]:checked]/payment:hidden",
  paypal: "group-has-[input[value=stripe]:checked]/payment:hidden",
};

/**
 * For a browser without JavaScript: the details are sent, and the provider's own page takes the payment. Which of the
 * buttons shows follows the chosen method by the style sheet alone; each does what it says.
 */
export function PayWithoutScript({ formId, total, offers }: PayWithoutScriptProps) {
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
        {offers.map(({ provider }) => (
          <Button
            key={provider}
            form={formId}
            name="intent"
            value={`pay-${provider}`}
            size="large"
            disabled={sending}
            className={whileOthersAreChosen[provider]}
          >
            {profileOf(provider).payLabel} {formatPounds(total)}
          </Button>
        ))}
        <Button form={formId} name="intent" value="update" formNoValidate variant="secondary" size="large">
          Update total
        </Button>
      </div>
    </>
  );
}
