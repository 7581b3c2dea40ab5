import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { prepared } from "#db/prepared-statements.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/checkout.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
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
  const { checkoutId, provider, providerPaymentId, providerSessionId, snapshot, details } = record;
  await preparedRows(em, z.never(), recordSql, [
    checkoutId,
    provider,
    providerPaymentId,
    providerSessionId ?? null,
    record.amount,
    record.currency,
    snapshot && JSON.stringify(snapshot),
    details && JSON.stringify(details),
    record.status,
    new Date(),
  ]);
}

const recordSql = prepared(
  "record-payment",
  `insert into payment (checkout_id, provider, provider_payment_id, provider_session_id, amount, currency, snapshot,
                        details, status, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)
   on conflict (provider, provider_payment_id) do update
     set amount = excluded.amount, currency = excluded.currency, snapshot = excluded.snapshot,
         details = excluded.details, status = excluded.status, updated_at = excluded.updated_at
     where payment.status in ('created', 'failed')`,
);
