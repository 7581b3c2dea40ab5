import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { CheckoutRefusal, PreparedPayment } from "#server/checkout/checkout.ts";
import type { CheckoutResponse } from "./checkout-panels.tsx";
import { type FormDetails, PREPARATION } from "./form-details.ts";
import { PAYMENT_FAILED } from "./payment-texts.ts";
import { isValid } from "./send-order.ts";

/** The server is asked once typing has paused for so long. */
const PAUSE_MILLISECONDS = 500;

interface Preparation {
  prepared: PreparedPayment | null;
  refusal: CheckoutRefusal | null;
  /** Whether what was prepared is for what the form says now; until then nothing may be paid. */
  isCurrent: boolean;
  retry: () => void;
}

/**
 * Keeps the server's checkout in step with the form: prepared as soon as the details are complete, and again after each
 * change. The payment of it is begun when the button is pressed. Nothing is asked while the page waits for the shopper.
 */
export function usePreparedPayment(details: FormDetails, cartKey: string, waits: boolean): Preparation {
  const fetcher = useFetcher<CheckoutResponse>({ key: PREPARATION });
  const { submit, state, data } = fetcher;
  const requestedKey = useRef("");
  const [prepared, setPrepared] = useState<PreparedPayment | null>(null);
  const requestKey = !waits && isValid(details) ? JSON.stringify([cartKey, details.fields]) : "";

  const ask = useCallback(
    (fields: Record<string, string>, key: string) => {
      requestedKey.current = key;
      submit({ ...fields, intent: "prepare" }, { method: "post", action: "/checkout" });
    },
    [submit],
  );

  // Opening a payment is something the page does to the server after a pause in typing, not data that it shows.
  useEffect(() => {
    if (requestKey === "" || requestKey === requestedKey.current) return;
    const timer = setTimeout(() => ask(details.fields, requestKey), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [requestKey, details.fields, ask]);

  useEffect(() => {
    if (data?.payment) setPrepared(data.payment);
    const refusal = data?.refusal;
    // A payment that cannot be opened goes to the payment error handler too.
    if (refusal && !refusal.aboutStock) {
      showToast({ kind: "error", title: PAYMENT_FAILED, description: refusal.message });
    }
  }, [data]);

  const refusal = state === "idle" && requestKey === requestedKey.current ? refusalIn(data) : null;
  return {
    prepared,
    refusal,
    isCurrent:
      state === "idle" &&
      requestKey !== "" &&
      requestKey === requestedKey.current &&
      data?.payment === prepared,
    retry: () => ask(details.fields, requestKey),
  };
}

function refusalIn(response: CheckoutResponse | undefined): CheckoutRefusal | null {
  if (!response || response.payment) return null;
  return response.refusal ?? { message: "Please correct the details above.", aboutStock: false };
}
