import { useEffect, useRef, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Pence } from "#server/pricing/money.ts";
import { loadPayPalOnce } from "./load-paypal-once.ts";
import { capturePayPalOrder, logPayPal } from "./paypal-call.ts";
import { PAYPAL_CANCELLED, PAYPAL_FAILED } from "./paypal-texts.ts";

export interface PayPalButtonProps {
  clientId: string;
  /** What is charged. */
  amount: Pence;
  /**
   * Makes the PayPal order of what the page shows.
   * @throws Error with a message for the shopper
   */
  openOrder: () => Promise<string>;
  /** While the details are being changed nothing may be paid. */
  disabled: boolean;
  onPaid: (captureId: string) => void;
  /** PayPal takes its time: the return page finds out what became of the order. */
  onProcessing: (orderId: string) => void;
}

/** What PayPal's button waits for when it is pressed, by mouse or by keyboard. */
export function unlessDisabled<Answer>(
  disabled: boolean,
  actions: { resolve: () => Answer; reject: () => Answer },
): Answer {
  return disabled ? actions.reject() : actions.resolve();
}

/** PayPal's own buttons: the payer approves in PayPal's window, the server takes the money. */
export function PayPalButtons(props: PayPalButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const [message, setMessage] = useState<string>();
  const { clientId, disabled } = props;

  useEffect(() => {
    let gone = false;
    let close: (() => Promise<void>) | undefined;
    const fail = (error: unknown) => {
      logPayPal("error", error);
      if (!gone) setMessage(PAYPAL_FAILED);
    };
    const show = async () => {
      const paypal = await loadPayPalOnce(clientId);
      if (gone || !place.current || !paypal?.Buttons) return;
      const buttons = paypal.Buttons({
        onClick: (_data, actions) => unlessDisabled(current.current.disabled, actions),
        createOrder: async () => {
          setMessage(undefined);
          return current.current.openOrder();
        },
        onApprove: async ({ orderID }, actions) => {
          const result = await capturePayPalOrder(orderID);
          if (result.kind === "paid") current.current.onPaid(result.captureId);
          else if (result.kind === "processing") current.current.onProcessing(orderID);
          else {
            setMessage(result.message);
            if (result.kind === "restart") actions.restart();
          }
        },
        onCancel: (data) => {
          logPayPal("cancelled", data.orderID);
          setMessage(PAYPAL_CANCELLED);
        },
        onError: fail,
      });
      close = () => buttons.close();
      await buttons.render(place.current);
    };
    show().catch(fail);
    return () => {
      gone = true;
      close?.().catch(() => undefined);
    };
  }, [clientId]);

  return (
    <>
      {message && <Notice title={message} />}
      <p className="text-sm text-ink-soft">Order and pay with PayPal:</p>
      <div
        ref={place}
        aria-disabled={disabled}
        // React 18 does not know `inert` yet, which keeps the keyboard out as well.
        {...(disabled ? { inert: "" } : {})}
        className={disabled ? "pointer-events-none opacity-60" : ""}
      />
    </>
  );
}
