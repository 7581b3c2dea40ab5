import type { PaymentMethod } from "#server/payments/payment-status.ts";
import type { MoneyKind } from "#server/payments/provider-facts.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A payment or refund as our books have it. */
export interface OwnMoney {
  provider: PaymentMethod;
  kind: MoneyKind;
  /** The provider's id of it; none for a refund that the provider has not answered for. */
  id: string | null;
  paymentId: string;
  /** Of a refund: our own key, which the provider keeps too. */
  key: string | null;
  amount: Pence;
  currency: string;
  /** asked: a refund that is written down and that the provider is still to be asked for. */
  state: "moved" | "pending" | "none" | "asked";
  /** Our own word for its state. */
  status: string;
}
