import { useFetcher, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { CheckoutError, PreparedPayment } from "#server/checkout/checkout.ts";
import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import type { CheckoutResponse } from "./checkout-panels.tsx";
import { type FormDetails, isNeededField, methodIn, type NeededField, PREPARATION } from "./form-details.ts";
import { CheckoutErrorNotice, LoadingForm, WaitingToPay } from "./payment-panel.tsx";
import { CORRECT_FIRST, LOAD_FAILED, NOT_COMPLETED, PAYMENT_FAILED } from "./payment-texts.ts";

interface PayInPageProps {
  typed: FormDetails;
  offers: readonly PaymentOffer[];
  /** Names the cart's contents: a changed cart is prepared again. */
  cartKey: string;
  /** What the page shows of the total. */
  total: Pence;
  /** Shown in the place of the form while something is missing. */
  waiting: ReactNode;
  /** What the server found wrong when it prepared the payment. */
  wrong: readonly NeededField[];
}

/** The provider's form or button, made once the required fields are filled in. */
export function PayInPage({ typed, offers, cartKey, total, waiting, wrong }: PayInPageProps) {
  const preparation = usePreparedPayment(typed, cartKey, Boolean(waiting));
  const { prepared, error, isCurrent, retry } = preparation;
  const openPayment = useOpening();
  const { leave, visits } = useLeaving();

  if (waiting) return waiting;
  const invalid = invalidFieldsIn(typed);
  const method = methodIn(typed);
  if (invalid.length > 0) {
    return <WaitingToPay why={CORRECT_FIRST} fields={invalid.filter(isNeededField)} {...{ method, total }} />;
  }
  if (error && wrong.length > 0) {
    return <WaitingToPay why={error.message} fields={wrong} {...{ method, total }} />;
  }
  if (error) return <PreparationFailed error={error} onRetry={retry} />;
  if (!prepared || prepared.method !== method) return <LoadingForm />;
  const offer = offers.find(({ provider }) => provider === prepared.method);
  if (!offer) return null;
  const Part = partOf(prepared.method);
  const open = async () => {
    const opening = await openPayment(prepared, typed);
    // The page shows what has become of the order.
    if (opening.kind === "refused") retry();
    return opening;
  };
  return (
    <Suspense fallback={<LoadingForm />}>
      <Part
        {...{ offer, prepared, isCurrent, open }}
        key={visits}
        onTaken={(payment) => leave(`/checkout-success?${new URLSearchParams(payment)}`)}
        onFailed={(message) => showToast({ kind: "error", title: PAYMENT_FAILED, description: message })}
      />
    </Suspense>
  );
}

/**
 * Leads to what became of a payment. Who is led back here has not paid: the form, busy until then, begins again with
 * each visit.
 */
function useLeaving(): { leave: (address: string) => void; visits: number } {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const isLeaving = useRef(false);
  const [visits, setVisits] = useState(1);
  useEffect(() => {
    if (state !== "idle" || !isLeaving.current) return;
    isLeaving.current = false;
    setVisits((before) => before + 1);
  }, [state]);
  const leave = (address: string) => {
    isLeaving.current = true;
    navigate(address);
  };
  return { leave, visits };
}

/** What a provider's own part of the page works with. */
export interface PayPartProps {
  offer: PaymentOffer;
  prepared: PreparedPayment;
  /** What the page shows is what was prepared: else nothing may be paid. */
  isCurrent: boolean;
  /** Opens the payment of exactly what the page shows. */
  open: () => Promise<Opening>;
  /**
   * The money was taken, or nobody knows yet: the next page finds out. The payment is named as the provider's own way
   * back names it, for its `readReturn` (server/payments/provider.ts).
   */
  onTaken: (payment: Record<string, string>) => void;
  onFailed: (message: string) => void;
}

/** The providers' own parts: what `pay-part.tsx` in the folder of a provider's id exports. */
const parts = import.meta.glob<(props: PayPartProps) => ReactNode>("./*/pay-part.tsx", {
  eager: true,
  import: "PayPart",
});

function partOf(provider: ProviderId): (props: PayPartProps) => ReactNode {
  return parts[`./${provider}/pay-part.tsx`] ?? PayElsewhere;
}

/** A provider without a part of its own is paid on its page, with JavaScript as without. */
function PayElsewhere({ prepared, isCurrent }: PayPartProps) {
  const { method, amount, currency } = prepared;
  return (
    <>
      <input type="hidden" form="checkout" name="shownTotal" value={amount} />
      <input type="hidden" form="checkout" name="shownCurrency" value={currency} />
      <Button form="checkout" name="intent" value={`pay-${method}`} size="large" disabled={!isCurrent}>
        {profileOf(method).payLabel} {formatMoney(amount, currency)}
      </Button>
    </>
  );
}

interface PreparationFailedProps {
  error: { message: string; aboutStock: boolean };
  onRetry: () => void;
}

function PreparationFailed({ error, onRetry }: PreparationFailedProps) {
  return (
    <>
      <CheckoutErrorNotice error={error} />
      {!error.aboutStock && <p>{LOAD_FAILED}</p>}
      <div>
        <Button type="button" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  );
}

/** The server is asked once typing has paused for so long. */
const PAUSE_MILLISECONDS = 500;

/**
 * Keeps the server's checkout in step with the form: prepared as soon as the details are complete, and again after each
 * change. The payment of it is begun when the button is pressed. Nothing is asked while the page waits for the shopper.
 */
function usePreparedPayment(details: FormDetails, cartKey: string, waits: boolean) {
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
    const error = data?.refusal;
    // A payment that cannot be opened goes to the payment error handler too.
    if (error && !error.aboutStock) {
      showToast({ kind: "error", title: PAYMENT_FAILED, description: error.message });
    }
  }, [data]);

  // Anyone who pressed a moment ago may have typed since.
  const latest = useRef({ details, requestKey });
  latest.current = { details, requestKey };

  const error = state === "idle" && requestKey === requestedKey.current ? checkoutErrorIn(data) : null;
  return {
    prepared,
    error: error,
    /** Whether what was prepared is for what the form says now; until then nothing may be paid. */
    isCurrent:
      state === "idle" &&
      requestKey !== "" &&
      requestKey === requestedKey.current &&
      data?.payment === prepared,
    retry: () => ask(latest.current.details, latest.current.requestKey),
  };
}

function checkoutErrorIn(response: CheckoutResponse | undefined): CheckoutError | null {
  if (!response || response.payment || response.opened) return null;
  return response.refusal ?? { message: "Please correct the details above.", aboutStock: false };
}

/** What came of a press on the button; `opened` is for the provider's own part of the page to read. */
type Opening = { kind: "opened"; opened: unknown } | { kind: "refused"; message: string };

/**
 * Sends what the page shows when its button is pressed: the server opens the payment of exactly that, or says why not.
 * Where the checkout was paid already it leads to that payment's order instead.
 */
function useOpening(): (prepared: PreparedPayment, details: FormDetails) => Promise<Opening> {
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
    const message = isAnswered ? checkoutErrorIn(data)?.message : NOT_COMPLETED;
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
function invalidFieldsIn(typed: FormDetails): PropertyKey[] {
  const ticked = ticks.map((name) => [name, typed[name] === "on"]);
  const { error } = checkoutFormSchema.safeParse({ ...typed, ...Object.fromEntries(ticked) });
  return error?.issues.flatMap(({ path }) => path.slice(0, 1)) ?? [];
}
