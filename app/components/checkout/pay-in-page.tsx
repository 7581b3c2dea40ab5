import { useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { type FormDetails, isNeededField, methodIn, type NeededField } from "./form-details.ts";
import { CheckoutRefusalNotice, LoadingForm, WaitingToPay } from "./payment-panel.tsx";
import { CORRECT_FIRST, LOAD_FAILED, PAYMENT_FAILED } from "./payment-texts.ts";
import { invalidFieldsIn, type Opening, useOpening, usePreparedPayment } from "./use-prepared-payment.ts";

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
  const { prepared, refusal, isCurrent, retry } = preparation;
  const openPayment = useOpening();
  const { leave, visits } = useLeaving();

  if (waiting) return waiting;
  const invalid = invalidFieldsIn(typed);
  const method = methodIn(typed);
  if (invalid.length > 0) {
    return <WaitingToPay why={CORRECT_FIRST} fields={invalid.filter(isNeededField)} {...{ method, total }} />;
  }
  if (refusal && wrong.length > 0) {
    return <WaitingToPay why={refusal.message} fields={wrong} {...{ method, total }} />;
  }
  if (refusal) return <PreparationFailed refusal={refusal} onRetry={retry} />;
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
  refusal: { message: string; aboutStock: boolean };
  onRetry: () => void;
}

function PreparationFailed({ refusal, onRetry }: PreparationFailedProps) {
  return (
    <>
      <CheckoutRefusalNotice refusal={refusal} />
      {!refusal.aboutStock && <p>{LOAD_FAILED}</p>}
      <div>
        <Button type="button" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  );
}
