import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { CheckoutRefusal, PreparedPayment } from "#server/checkout/checkout.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import type { CheckoutResponse } from "./checkout-panels.tsx";
import { type FormDetails, PREPARATION } from "./form-details.ts";
import { NOT_COMPLETED, PAYMENT_FAILED } from "./payment-texts.ts";

/** The server is asked once typing has paused for so long. */
const PAUSE_MILLISECONDS = 500;

/**
 * Keeps the server's checkout in step with the form: prepared as soon as the details are complete, and again after each
 * change. The payment of it is begun when the button is pressed. Nothing is asked while the page waits for the shopper.
 */
export function usePreparedPayment(details: FormDetails, cartKey: string, waits: boolean) {
  const fetcher = useFetcher<CheckoutResponse>({ key: PREPARATION });
  const { submit, state, data } = fetcher;
  const requestedKey = useRef("");
  const [prepared, setPrepared] = useState<PreparedPayment | null>(null);
  const requestKey =
    !waits && invalidFieldsIn(details).length === 0 ? JSON.stringify([cartKey, details]) : "";

  const ask = useCallback(
    (typed: FormDetails, key: string) => {
      requestedKey.current = key;
      submit({ ...typed, intent: "prepare" }, { method: "post", action: "/checkout" });
    },
    [submit],
  );

  // Opening a payment is something the page does to the server after a pause in typing, not data that it shows.
  useEffect(() => {
    if (requestKey === "" || requestKey === requestedKey.current) return;
    const timer = setTimeout(() => ask(details, requestKey), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [requestKey, details, ask]);

  useEffect(() => {
    if (data?.payment) setPrepared(data.payment);
    const refusal = data?.refusal;
    // A payment that cannot be opened goes to the payment error handler too.
    if (refusal && !refusal.aboutStock) {
      showToast({ kind: "error", title: PAYMENT_FAILED, description: refusal.message });
    }
  }, [data]);

  // Anyone who pressed a moment ago may have typed since.
  const latest = useRef({ details, requestKey });
  latest.current = { details, requestKey };

  const refusal = state === "idle" && requestKey === requestedKey.current ? refusalIn(data) : null;
  return {
    prepared,
    refusal,
    /** Whether what was prepared is for what the form says now; until then nothing may be paid. */
    isCurrent:
      state === "idle" &&
      requestKey !== "" &&
      requestKey === requestedKey.current &&
      data?.payment === prepared,
    retry: () => ask(latest.current.details, latest.current.requestKey),
  };
}

function refusalIn(response: CheckoutResponse | undefined): CheckoutRefusal | null {
  if (!response || response.payment || response.opened) return null;
  return response.refusal ?? { message: "Please correct the details above.", aboutStock: false };
}

/** What came of a press on the button; `opened` is for the provider's own part of the page to read. */
export type Opening = { kind: "opened"; opened: unknown } | { kind: "refused"; message: string };

/**
 * Sends what the page shows when its button is pressed: the server opens the payment of exactly that, or says why not.
 * Where the checkout was paid already it leads to that payment's order instead.
 */
export function useOpening(): (prepared: PreparedPayment, details: FormDetails) => Promise<Opening> {
  const { submit, state, data } = useFetcher<CheckoutResponse>({ key: "open-payment" });
  const press = useRef<{ before: CheckoutResponse | undefined; answer: (opening: Opening) => void } | null>(
    null,
  );

  // A fetcher has no promise of its own answer.
  useEffect(() => {
    if (!press.current) return;
    const { before, answer } = press.current;
    const isAnswered = data !== undefined && data !== before;
    if (!isAnswered && state !== "idle") return;
    press.current = null;
    const message = isAnswered ? refusalIn(data)?.message : NOT_COMPLETED;
    // It led elsewhere, and from there back to this page: nothing was paid.
    answer(message === undefined ? { kind: "opened", opened: data?.opened } : { kind: "refused", message });
  }, [state, data]);

  return ({ amount, currency, items }, typed) =>
    new Promise((answer) => {
      press.current = { before: data, answer };
      const shown = {
        shownTotal: String(amount),
        shownCurrency: currency,
        shownItems: items.map(({ productId, quantity }) => `${productId}:${quantity}`).join(),
      };
      submit({ ...typed, ...shown, intent: "open" }, { method: "post", action: "/checkout" });
    });
}

const ticks = ["sameShipping", "expressDelivery", "driverTailLift", "driverForklift", "driverSomebodyThere"];

/** The fields that the server would not take as they stand. */
export function invalidFieldsIn(typed: FormDetails): PropertyKey[] {
  const ticked = ticks.map((name) => [name, typed[name] === "on"]);
  const { error } = checkoutFormSchema.safeParse({ ...typed, ...Object.fromEntries(ticked) });
  return error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];
}
