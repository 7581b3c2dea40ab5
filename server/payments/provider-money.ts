import type { Pence } from "#server/pricing/money.ts";
import type { PaymentMethod } from "./payment-status.ts";

/** A payment received, or a refund. */
export type MoneyKind = "payment" | "refund";

/** Money as its provider has it now, in the same words for all providers. */
export interface ProviderMoney {
  provider: PaymentMethod;
  kind: MoneyKind;
  /** The intent's, the capture's or the refund's. */
  id: string;
  /** The intent or capture that it is or that it gives back. */
  paymentId: string;
  /** Of a refund: the key of our row, when we asked for it. */
  key: string | null;
  /** In the smallest unit of `currency`; refunds too are above zero. */
  amount: Pence;
  /** ISO 4217, small letters. */
  currency: string;
  /** moved: the money has come or gone; pending: it is on its way; none: nothing came of it. */
  state: "moved" | "pending" | "none";
  at: Date;
}

/** From the first moment up to, and without, the second. */
export interface Period {
  from: Date;
  to: Date;
}
