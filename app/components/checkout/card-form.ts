import type { Pence } from "#server/pricing/money.ts";
import type { OpenedIntent } from "./open-intent.ts";

/** What Stripe's card form and the sandbox's have in common. */
export interface CardFormProps {
  publishableKey: string;
  /** What the button says and what is charged. */
  amount: Pence;
  /** While the details are being changed nothing may be paid. */
  disabled?: boolean;
  /** Gets the payment of exactly what the page shows. Asked once the card is complete, before anything is charged. */
  openPayment: () => Promise<OpenedIntent>;
  onPaid: (paymentIntentId: string) => void;
  /** The bank takes its time, or nobody knows: the outcome comes by the provider's event. */
  onProcessing: (paymentIntentId: string) => void;
  onError: (message: string) => void;
}
