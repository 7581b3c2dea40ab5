import { useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { payPalProfile } from "#server/payments/paypal/paypal-profile.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { leftWithoutPaying, PROCESSING } from "../payment-texts.ts";
import type { PayPalButtonProps } from "./paypal-buttons.tsx";
import { capturePayPalOrder, logPayPal } from "./paypal-call.ts";

/** How a payer may answer at PayPal; app/routes/system/sandbox.test.ts shows that each does so at the stand-in. */
export const fundingChoices = [
  { funding: "paid", label: "Approve payment" },
  { funding: "declined", label: "Approve with a card that is declined" },
  { funding: "refused", label: "Approve, and PayPal refuses" },
  { funding: "pending", label: "Approve, and PayPal looks into it first" },
  { funding: "disputed", label: "Approve, and dispute it afterwards" },
] as const;

/** The sandbox's button, which stands in for PayPal's own where no keys are set: the same steps, in a dialog. */
export default function SandboxPayPalButton(props: PayPalButtonProps) {
  const payment = usePayPalPayment(props);
  const amount = formatMoney(props.amount, props.currency);
  return (
    <>
      {payment.message && <Notice title={payment.message} />}
      <Button
        type="button"
        size="large"
        pending={payment.busy}
        pendingLabel={PROCESSING}
        disabled={props.disabled}
        onClick={payment.start}
      >
        {payPalProfile.payLabel} {amount}
      </Button>
      <Dialog open={payment.asking} onClose={payment.cancel} title="Pay with PayPal">
        <p>
          Oxbow Biochar asks for <strong>{amount}</strong>. This is a test: choose how it ends.
        </p>
        <div className="mt-5 flex flex-col gap-3">
          {fundingChoices.map(({ funding, label }) => (
            <Button
              key={funding}
              type="button"
              variant={funding === "paid" ? "primary" : "secondary"}
              onClick={() => payment.approve(funding)}
            >
              {label}
            </Button>
          ))}
          <Button type="button" variant="quiet" onClick={payment.cancel}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** One payment from the click to its outcome: busy from the first click, so that a second one does nothing. */
function usePayPalPayment({ openOrder, disabled, onTaken }: PayPalButtonProps) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [orderId, setOrderId] = useState<string>();
  const [message, setMessage] = useState<string>();

  const end = (text: string) => {
    running.current = false;
    setBusy(false);
    setOrderId(undefined);
    setMessage(text);
  };

  const start = async () => {
    if (running.current || disabled) return;
    running.current = true;
    setBusy(true);
    setMessage(undefined);
    try {
      setOrderId(await openOrder());
    } catch (error) {
      logPayPal("error", error);
      end(error instanceof Error ? error.message : String(error));
    }
  };

  const approve = async (funding: string) => {
    if (!orderId) return;
    setOrderId(undefined);
    await fetch(`/sandbox/paypal/approve?${new URLSearchParams({ token: orderId })}`, {
      method: "POST",
      body: new URLSearchParams({ answer: funding }),
      // It answers with the way back to the shop, which is only for browsers without JavaScript.
      redirect: "manual",
    });
    const result = await capturePayPalOrder(orderId);
    if (result.kind === "taken") onTaken(orderId);
    else end(result.message);
  };

  const cancel = () => {
    if (!orderId) return;
    logPayPal("cancelled", orderId);
    end(leftWithoutPaying(payPalProfile.name));
  };

  return {
    busy,
    message,
    asking: orderId !== undefined,
    start: () => void start(),
    approve: (funding: string) => void approve(funding),
    cancel,
  };
}
