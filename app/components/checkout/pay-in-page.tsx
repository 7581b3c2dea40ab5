import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { PreparedPayment } from "#server/checkout/checkout-response.ts";
import { LoadingForm } from "./loading-form.tsx";
import { openIntent } from "./open-intent.ts";
import { CheckoutRefusalNotice } from "./payment-panel.tsx";
import { FILL_IN_FIRST, LOAD_FAILED, ORDER_FAILED, ORDER_PLACED, PAYMENT_FAILED } from "./payment-texts.ts";
import { createPayPalOrder } from "./paypal-call.ts";
import { orderPayloadFor, sendOrder } from "./send-order.ts";
import { isFilledIn, methodIn, type TypedDetails } from "./typed-details.ts";
import { usePreparedPayment } from "./use-prepared-payment.ts";
import { isValid } from "./valid-details.ts";

const SandboxCardForm = lazy(async () => ({
  default: (await import("./sandbox-card-form.tsx")).SandboxCardForm,
}));
const StripeCardForm = lazy(async () => ({
  default: (await import("./stripe-card-form.tsx")).StripeCardForm,
}));
const SandboxPayPalButton = lazy(async () => ({
  default: (await import("./sandbox-paypal-button.tsx")).SandboxPayPalButton,
}));
const PayPalButtons = lazy(async () => ({
  default: (await import("./paypal-buttons.tsx")).PayPalButtons,
}));

/** What a browser needs to know of the providers. */
export interface PaymentOffer {
  isSandbox: boolean;
  publishableKey: string;
  /** None when it is not offered. */
  paypal: { clientId: string; isSandbox: boolean } | null;
}

interface PayInPageProps {
  typed: TypedDetails;
  payment: PaymentOffer;
  /** Names the cart's contents: a changed cart is prepared anew. */
  cartKey: string;
}

/**
 * The card form or PayPal's button, made once the required fields are filled in, and what follows the payment.
 */
export function PayInPage({ typed, payment, cartKey }: PayInPageProps) {
  const preparation = usePreparedPayment(typed, cartKey);
  const { prepared, refusal, isCurrent, retry } = preparation;
  const outcome = useOutcome(prepared, typed);

  if (outcome.orderFailed) {
    return (
      <Notice tone="error" title={ORDER_FAILED.title}>
        {ORDER_FAILED.description}
      </Notice>
    );
  }
  if (!isFilledIn(typed)) return <p className="text-ink-soft">{FILL_IN_FIRST}</p>;
  if (!isValid(typed))
    return <p className="text-ink-soft">Please correct the details above to continue with payment.</p>;
  if (refusal) return <PreparationFailed refusal={refusal} onRetry={retry} />;
  if (!prepared || prepared.method !== methodIn(typed.fields)) return <LoadingForm />;
  if (prepared.method === "paypal") {
    if (!payment.paypal) return null;
    const openOrder = () =>
      createPayPalOrder(prepared, typed).catch((error: unknown) => {
        // The page shows what it has become.
        retry();
        throw error;
      });
    const PayPal = payment.paypal.isSandbox ? SandboxPayPalButton : PayPalButtons;
    return (
      <Suspense fallback={<LoadingForm />}>
        <PayPal
          clientId={payment.paypal.clientId}
          amount={prepared.amount}
          openOrder={openOrder}
          disabled={!isCurrent}
          onPaid={outcome.paid}
          onProcessing={outcome.approved}
        />
      </Suspense>
    );
  }
  const openPayment = async () => {
    const opened = await openIntent(prepared, typed);
    // The form shows what it has become.
    if (opened.kind === "refused") retry();
    return opened;
  };
  const CardForm = payment.isSandbox ? SandboxCardForm : StripeCardForm;
  return (
    <Suspense fallback={<LoadingForm />}>
      <CardForm
        publishableKey={payment.publishableKey}
        amount={prepared.amount}
        disabled={!isCurrent}
        openPayment={openPayment}
        onPaid={outcome.paid}
        onProcessing={outcome.processing}
        onError={outcome.failed}
      />
    </Suspense>
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

/** What happens after the payment: the order, a wait for the bank, or another try. */
function useOutcome(prepared: PreparedPayment | null, typed: TypedDetails) {
  const navigate = useNavigate();
  const [orderFailed, setOrderFailed] = useState(false);

  const processing = (paymentIntentId: string) =>
    navigate(`/checkout-success?${new URLSearchParams({ payment_intent: paymentIntentId })}`);

  const approved = (payPalOrder: string) =>
    navigate(`/checkout-success?${new URLSearchParams({ token: payPalOrder })}`);

  const paid = async (transactionId: string) => {
    if (!prepared) return;
    const answer = await sendOrder(orderPayloadFor(prepared, typed, transactionId));
    if (answer === "placed") {
      showToast({ kind: "success", ...ORDER_PLACED });
      navigate("/order-confirmation");
    } else if (answer === "confirming" && prepared.method === "stripe") {
      processing(transactionId);
    } else {
      setOrderFailed(true);
      showToast({ kind: "error", ...ORDER_FAILED });
    }
  };

  const failed = (message: string) =>
    showToast({ kind: "error", title: PAYMENT_FAILED, description: message });

  return { orderFailed, paid: (id: string) => void paid(id), approved, processing, failed };
}
