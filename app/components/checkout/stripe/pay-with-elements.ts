import { useRef, useState } from "react";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import { NOT_COMPLETED, PAYMENT_FAILED } from "../payment-texts.ts";

/** The payment of what the page shows, as the shop opened it, or why it did not. */
export type OpenedIntent = { kind: "open"; clientSecret: string } | { kind: "refused"; message: string };

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
  /** Charged, or the bank takes its time, or nobody knows. */
  onTaken: (paymentIntentId: string) => void;
  onError: (message: string) => void;
}

/**
 * One payment from the press to its outcome: busy from the first press, so that a second one does nothing. While it is
 * on its way the form stays with the amount that was pressed, whatever is typed meanwhile.
 */
export function useCardPayment({ amount, disabled = false, openPayment, onTaken, onError }: CardFormProps) {
  const running = useRef(false);
  const [paying, setPaying] = useState<Pence>();
  const [failure, setFailure] = useState<string>();

  const pay = async <Elements extends CardElements>(stripe: CardStripe<Elements>, elements: Elements) => {
    if (disabled || running.current) return;
    running.current = true;
    setPaying(amount);
    setFailure(undefined);
    const returnUrl = `${window.location.origin}/checkout-success`;
    const end = await payWithElements({ stripe, elements, openPayment, returnUrl });
    // Once it is taken the form stays busy: there is nothing more to pay.
    if (end.kind === "taken") return onTaken(end.paymentIntentId);
    running.current = false;
    setPaying(undefined);
    if (end.kind === "incomplete") return;
    setFailure(end.message);
    onError(end.message);
  };

  return { amount: paying ?? amount, busy: paying !== undefined, failure, pay };
}

/** The intent that a client secret belongs to. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_")[0] ?? "";
}

/** What is used of Stripe's Elements. */
export interface CardElements {
  submit: () => Promise<{ error?: PaymentProblem | undefined }>;
}

/** What is used of Stripe.js. */
export interface CardStripe<Elements> {
  confirmPayment: (options: {
    elements: Elements;
    clientSecret: string;
    confirmParams: { return_url: string };
    redirect: "if_required";
  }) => Promise<Confirmed>;
  retrievePaymentIntent: (clientSecret: string) => Promise<Confirmed>;
}

interface CardPayment<Elements> {
  stripe: CardStripe<Elements>;
  elements: Elements;
  /** Gets the payment of exactly what the page shows. */
  openPayment: () => Promise<OpenedIntent>;
  /** Where a bank that wants a page of its own sends the shopper back to. */
  returnUrl: string;
}

/** "incomplete": Stripe's form itself says what is missing. "taken": paid, or the bank takes its time. */
type CardPaymentEnd =
  | { kind: "incomplete" }
  | { kind: "failed"; message: string }
  | { kind: "taken"; paymentIntentId: string };

/**
 * Pays with what was typed into Stripe's form, in the order that Stripe asks for where the intent is made last
 * (docs.stripe.com/payments/accept-a-payment-deferred): the form is submitted while the click is fresh, since a wallet
 * opens its window only in answer to it; then the payment is opened; then it is confirmed.
 */
export async function payWithElements<Elements extends CardElements>({
  stripe,
  elements,
  openPayment,
  returnUrl,
}: CardPayment<Elements>): Promise<CardPaymentEnd> {
  const { error } = await elements.submit();
  if (error?.type === "validation_error") return { kind: "incomplete" };
  if (error) return { kind: "failed", message: paymentErrorMessage(error) };
  const opened = await openPayment();
  if (opened.kind === "refused") return { kind: "failed", message: opened.message };
  const { clientSecret } = opened;
  const confirmed = await stripe
    .confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: "if_required",
    })
    // Stripe.js throws when it will not even ask; whether it had asked is looked up.
    .catch((): Confirmed => ({ error: {} }));
  const outcome = await outcomeOf(confirmed, () => stripe.retrievePaymentIntent(clientSecret));
  return outcome.kind === "failed" ? outcome : { ...outcome, paymentIntentId: intentIdOf(clientSecret) };
}

/** How an attempt to pay ended: "taken" is paid, on its way, or nobody knows; the next page finds out. */
export type CardOutcome = { kind: "taken" } | { kind: "failed"; message: string };

/** What Stripe.js says. */
export interface Confirmed {
  error?: (PaymentProblem & { payment_intent?: { status: string } | undefined }) | undefined;
  paymentIntent?: { status: string } | undefined;
}

/** Nobody knows what became of a request that got no answer, or a broken one. */
const uncertainTypes = new Set<string | undefined>(["api_connection_error", "api_error", undefined]);
/** The intent is not where it was: paid from another tab, or given up (docs.stripe.com/error-codes). */
const MOVED_ON = "payment_intent_unexpected_state";

/**
 * What Stripe.js said about a payment, in the form's words. After an answer that was lost or broken, or that says that
 * the payment has moved on, Stripe is asked once more; when that fails too the payment is being confirmed, never called
 * failed.
 */
export async function outcomeOf(
  confirmed: Confirmed,
  lookUp: () => Promise<Confirmed>,
): Promise<CardOutcome> {
  const { error } = confirmed;
  if (!error) return outcomeOfStatus(confirmed.paymentIntent?.status);
  const hasMovedOn = error.code === MOVED_ON;
  const failed = {
    kind: "failed",
    message: hasMovedOn ? CHANGED_MEANWHILE : paymentErrorMessage(error),
  } as const;
  if (!hasMovedOn && !uncertainTypes.has(error.type)) return failed;
  const known = hasMovedOn ? error.payment_intent?.status : undefined;
  const status = known ?? (await lookUp().catch(() => undefined))?.paymentIntent?.status;
  if (status === undefined) return { kind: "taken" };
  const outcome = outcomeOfStatus(status);
  return outcome.kind === "failed" ? failed : outcome;
}

function outcomeOfStatus(status: string | undefined): CardOutcome {
  // An authorised payment that is still to be captured waits, too.
  if (status === "succeeded" || status === "processing" || status === "requires_capture") {
    return { kind: "taken" };
  }
  return { kind: "failed", message: NOT_COMPLETED };
}

/** What Stripe.js, or the sandbox in its place, says about a payment that did not go through. */
interface PaymentProblem {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
}

/** Another tab has begun to pay for another cart or address: what this one was about to charge has been given up. */
const CHANGED_MEANWHILE = "Your order has changed meanwhile. Please check it and pay again.";

/** Reasons that a thief must not learn: shown like any other decline (docs.stripe.com/declines/codes). */
const hiddenDeclines = new Set(["fraudulent", "lost_card", "stolen_card", "merchant_blacklist"]);
const GENERIC_DECLINE = "Your card was declined.";

/** Codes that say something about the card or its holder although their type is another. */
const cardCodes = new Set(["payment_intent_authentication_failure"]);

/** The sentence for the shopper: the provider's about a card, else our own. */
export function paymentErrorMessage(problem: PaymentProblem): string {
  if (problem.decline_code && hiddenDeclines.has(problem.decline_code)) return GENERIC_DECLINE;
  const aboutCard =
    problem.type === "card_error" ||
    problem.type === "validation_error" ||
    (problem.code !== undefined && cardCodes.has(problem.code));
  return aboutCard ? problem.message || PAYMENT_FAILED : "Payment processing failed";
}
