import type { EntityManager } from "@mikro-orm/postgresql";
import { Payment } from "#db/entities/index.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { PaymentStatus } from "./payment-status.ts";
import type { ProviderId } from "./provider-list.ts";

interface PaymentRecord {
  checkoutId: string;
  provider: ProviderId;
  /** The intent's id; for a hosted page that was not paid yet, the session's. */
  providerPaymentId: string;
  providerSessionId?: string;
  amount: Pence;
  currency: CurrencyCode;
  snapshot: PricedSnapshot | null;
  details: CheckoutDetails | null;
  status: PaymentStatus;
}

/**
 * Writes down what the provider was told: which payment, for how much, for which lines, to whom. One row per payment,
 * however often it is told. A request that was slow to write may come after the payment has been received (in
 * another tab, or by the webhook): what is known by then is not taken back.
 */
export async function recordPayment(em: EntityManager, record: PaymentRecord): Promise<void> {
  const { checkoutId, ...values } = record;
  await em.upsert(
    Payment,
    { ...values, checkout: checkoutId, updatedAt: new Date() },
    {
      onConflictFields: ["provider", "providerPaymentId"],
      onConflictAction: "merge",
      onConflictMergeFields: ["amount", "currency", "snapshot", "details", "status", "updatedAt"],
      onConflictWhere: { status: { $in: ["created", "failed"] } },
    },
  );
}
