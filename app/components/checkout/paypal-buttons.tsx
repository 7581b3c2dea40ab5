import { loadScript, type PayPalNamespace } from "@paypal/paypal-js";
import { useEffect, useRef, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Pence } from "#server/pricing/money.ts";
import { capturePayPalOrder, createPayPalOrder, fetchClientToken, logPayPal } from "./paypal-call.ts";
import { PAYPAL_CANCELLED, PAYPAL_FAILED } from "./paypal-texts.ts";

export interface PayPalButtonProps {
  clientId: string;
  /** What is charged. */
  amount: Pence;
  /** While the details are being changed nothing may be paid. */
  disabled: boolean;
  onPaid: (captureId: string) => void;
  /** PayPal takes its time: the return page finds out what became of the order. */
  onProcessing: (orderId: string) => void;
}

let loading: Promise<PayPalNamespace | null> | undefined;

/** PayPal's script, fetched once and only when PayPal was chosen. */
function loadPayPal(clientId: string): Promise<PayPalNamespace | null> {
  loading ??= fetchClientToken()
    .then((dataClientToken) =>
      loadScript({
        clientId,
        dataClientToken,
        currency: "GBP",
        intent: "capture",
        locale: "en_GB",
        components: "buttons",
        dataCspNonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "",
      }),
    )
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
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
      const paypal = await loadPayPal(clientId);
      if (gone || !place.current || !paypal?.Buttons) return;
      const buttons = paypal.Buttons({
        createOrder: async () => {
          setMessage(undefined);
          return createPayPalOrder(current.current.amount);
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
        className={disabled ? "pointer-events-none opacity-60" : ""}
      />
    </>
  );
}
