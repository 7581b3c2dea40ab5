import { useNavigate } from "@remix-run/react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { formatMoney, type Pence } from "#server/pricing/money.ts";
import { type FormDetails, isNeededField, methodIn, type NeededField } from "./form-details.ts";
import { CheckoutRefusalNotice, LoadingForm, WaitingToPay } from "./payment-panel.tsx";
import { CORRECT_FIRST, LOAD_FAILED, ORDER_FAILED, ORDER_PLACED, PAYMENT_FAILED } from "./payment-texts.ts";
import { invalidFieldsIn, orderPayloadFor, sendOrder } from "./send-order.ts";
import { usePreparedPayment } from "./use-prepared-payment.ts";

interface PayInPageProps {
  typed: FormDetails;
  offers: readonly PaymentOffer[];
  /** Names the cart's contents: a changed cart is prepared anew. */
  cartKey: string;
  /** What the page shows of the total. */
  total: Pence;
  /** Shown in the place of the form while something is missing. */
  waiting: ReactNode;
  /** What the server found wrong when it prepared the payment. */
  wrong: readonly NeededField[];
}

/**
 * The provider's form or button, made once the required fields are filled in, and what follows the payment.
 */
export function PayInPage({ typed, offers, cartKey, total, waiting, wrong }: PayInPageProps) {
  const preparation = usePreparedPayment(typed, cartKey, Boolean(waiting));
  const { prepared, refusal, isCurrent, retry } = preparation;
  const outcome = useOutcome(prepared, typed);

  if (outcome.orderFailed) {
    return (
      <Notice tone="error" title={ORDER_FAILED.title}>
        {ORDER_FAILED.description}
      </Notice>
    );
  }
  if (waiting) return waiting;
  const invalid = invalidFieldsIn(typed);
  const method = methodIn(typed.fields);
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
  return (
    <Suspense fallback={<LoadingForm />}>
      <Part {...{ offer, prepared, typed, isCurrent, retry, outcome }} />
    </Suspense>
  );
}

/** What a provider's own part of the page works with. */
export interface PayPartProps {
  offer: PaymentOffer;
  prepared: PreparedPayment;
  typed: FormDetails;
  /** What the page shows is what was prepared: else nothing may be paid. */
  isCurrent: boolean;
  /** Prepares anew: the page shows what it has become. */
  retry: () => void;
  outcome: PaymentOutcome;
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

/** What happens after the payment: the order, a wait, or another try. */
interface PaymentOutcome {
  /** The order of this payment is sent. While nobody is sure of it, the page waits where `lookUp` leads. */
  paid: (transactionId: string, lookUp?: PaymentLookUp) => void;
  /** The bank or the provider takes its time, or nobody knows: the next page finds out. */
  waiting: (lookUp: PaymentLookUp) => void;
  failed: (message: string) => void;
}

/** A payment as the provider's own way back names it: its `readReturn` reads this (server/payments/provider.ts). */
type PaymentLookUp = Record<string, string>;

function useOutcome(
  prepared: PreparedPayment | null,
  typed: FormDetails,
): PaymentOutcome & { orderFailed: boolean } {
  const navigate = useNavigate();
  const [orderFailed, setOrderFailed] = useState(false);

  const waiting = (lookUp: PaymentLookUp) => navigate(`/checkout-success?${new URLSearchParams(lookUp)}`);

  const paid = async (transactionId: string, lookUp?: PaymentLookUp) => {
    if (!prepared) return;
    const answer = await sendOrder(orderPayloadFor(prepared, typed, transactionId));
    if (answer === "placed") {
      showToast({ kind: "success", ...ORDER_PLACED });
      navigate("/order-confirmation");
    } else if (answer === "confirming" && lookUp) {
      waiting(lookUp);
    } else {
      setOrderFailed(true);
      showToast({ kind: "error", ...ORDER_FAILED });
    }
  };

  const failed = (message: string) =>
    showToast({ kind: "error", title: PAYMENT_FAILED, description: message });

  return { orderFailed, paid: (id, lookUp) => void paid(id, lookUp), waiting, failed };
}
