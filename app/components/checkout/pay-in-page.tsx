import { useNavigate } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { PreparedPayment } from "#server/checkout/checkout-response.ts";
import type { PaymentOffer } from "#server/payments/provider.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { formatPounds } from "#server/pricing/money.ts";
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

interface PayInPageProps {
  typed: TypedDetails;
  offers: readonly PaymentOffer[];
  /** Names the cart's contents: a changed cart is prepared anew. */
  cartKey: string;
}

/**
 * The provider's form or button, made once the required fields are filled in, and what follows the payment.
 */
export function PayInPage({ typed, offers, cartKey }: PayInPageProps) {
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
  const offer = offers.find(({ provider }) => provider === prepared.method);
  if (!offer) return null;
  const Part = parts[prepared.method] ?? PayElsewhere;
  return (
    <Suspense fallback={<LoadingForm />}>
      <Part {...{ offer, prepared, typed, isCurrent, retry, outcome }} />
    </Suspense>
  );
}

interface PartProps {
  offer: PaymentOffer;
  prepared: PreparedPayment;
  typed: TypedDetails;
  /** What the page shows is what was prepared. */
  isCurrent: boolean;
  /** Prepares anew: the page shows what it has become. */
  retry: () => void;
  outcome: ReturnType<typeof useOutcome>;
}

/** The providers' own parts of the page. */
const parts: Partial<Record<ProviderId, (props: PartProps) => ReactNode>> = {
  stripe: CardPart,
  paypal: PayPalPart,
};

function CardPart({ offer, prepared, typed, isCurrent, retry, outcome }: PartProps) {
  const openPayment = async () => {
    const opened = await openIntent(prepared, typed);
    if (opened.kind === "refused") retry();
    return opened;
  };
  const CardForm = offer.isSandbox ? SandboxCardForm : StripeCardForm;
  return (
    <CardForm
      publishableKey={offer.publicKey}
      amount={prepared.amount}
      disabled={!isCurrent}
      openPayment={openPayment}
      onPaid={outcome.paid}
      onProcessing={outcome.processing}
      onError={outcome.failed}
    />
  );
}

function PayPalPart({ offer, prepared, typed, isCurrent, retry, outcome }: PartProps) {
  const openOrder = () =>
    createPayPalOrder(prepared, typed).catch((error: unknown) => {
      retry();
      throw error;
    });
  const PayPal = offer.isSandbox ? SandboxPayPalButton : PayPalButtons;
  return (
    <PayPal
      clientId={offer.publicKey}
      amount={prepared.amount}
      openOrder={openOrder}
      disabled={!isCurrent}
      onPaid={outcome.paid}
      onProcessing={outcome.approved}
    />
  );
}

/** A provider without a part of its own is paid on its page, with JavaScript as without. */
function PayElsewhere({ prepared, isCurrent }: PartProps) {
  const { method, amount } = prepared;
  return (
    <>
      <input type="hidden" form="checkout" name="shownTotal" value={amount} />
      <Button form="checkout" name="intent" value={`pay-${method}`} size="large" disabled={!isCurrent}>
        {profileOf(method).payLabel} {formatPounds(amount)}
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
