import { lazyPart } from "#app/lib/document/missing-files.tsx";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { PayPartProps } from "../pay-in-page.tsx";
import { type OpenedIntent, openIntent } from "./open-intent.ts";

const SandboxCardForm = lazyPart(async () => ({
  default: (await import("./sandbox-card-form.tsx")).SandboxCardForm,
}));
const StripeCardForm = lazyPart(async () => ({
  default: (await import("./stripe-card-form.tsx")).StripeCardForm,
}));

/** What Stripe's card form and the sandbox's have in common. */
export interface CardFormProps {
  publishableKey: string;
  /** What the button says and what is charged. */
  amount: Pence;
  currency: CurrencyCode;
  /** While the details are being changed nothing may be paid. */
  disabled?: boolean;
  /** Gets the payment of exactly what the page shows. Asked once the card is complete, before anything is charged. */
  openPayment: () => Promise<OpenedIntent>;
  onPaid: (paymentIntentId: string) => void;
  /** The bank takes its time, or nobody knows: the outcome comes by the provider's event. */
  onProcessing: (paymentIntentId: string) => void;
  onError: (message: string) => void;
}

/** Cards: Stripe's own form, or the sandbox's. */
export function PayPart({ offer, prepared, typed, isCurrent, retry, outcome }: PayPartProps) {
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
      currency={prepared.currency}
      disabled={!isCurrent}
      openPayment={openPayment}
      onPaid={(intent) => outcome.paid(intent, { payment_intent: intent })}
      onProcessing={(intent) => outcome.waiting({ payment_intent: intent })}
      onError={outcome.failed}
    />
  );
}
