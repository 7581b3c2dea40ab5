import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { refundStatuses } from "#server/payments/payment-status.ts";
import { providerIds } from "#server/payments/provider-list.ts";
import { plainFailureReason } from "#server/payments/providers.server.ts";

const rowSchema = z.object({
  id: z.number(),
  provider: z.enum(providerIds),
  providerPaymentId: z.string(),
  amount: z.number(),
  gone: z.coerce.number(),
  currency: z.string(),
  receivedAt: z.coerce.date(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  errorMessage: z.string().nullable(),
  failedOrderId: z.number().nullable(),
  /** The order that another payment of the same checkout has bought. */
  orderId: z.number().nullable(),
  invoiceNumber: z.string().nullable(),
  refundStatus: z.enum(refundStatuses).nullable(),
  refundFailure: z.string().nullable(),
});

const REFUNDED = `(select coalesce(sum(refund.amount), 0) from refund
  where refund.payment_id = payment.id and refund.status <> 'failed')`;
const LOST = `(select coalesce(sum(dispute.amount_lost), 0) from dispute where dispute.payment_id = payment.id)`;

/** A partial index with the same condition keeps this fast among a million payments. */
export const isUnmatched = `payment.status = 'succeeded' and not payment.is_matched and payment.amount_received > 0
  and not exists (select 1 from customer_order bought
    where bought.payment_method = payment.provider and bought.transaction_id = payment.provider_payment_id)
  and (payment.amount_received > ${REFUNDED} + ${LOST}
    or exists (select 1 from refund where refund.payment_id = payment.id and refund.status = 'requested'))`;

/**
 * Money that was received and has neither bought an order nor been refunded, the oldest first; a refund that is only
 * requested does not count as refunded.
 */
export const listUnmatched = read("reconciliation.view", async (context: Context, limit: number) => {
  const rows = await rawRows(
    context.em.fork(),
    rowSchema,
    `select payment.id, payment.provider, payment.provider_payment_id as "providerPaymentId",
            payment.amount_received as amount, payment.currency,
            coalesce(payment.received_at, payment.updated_at) as "receivedAt",
            coalesce(failed.customer_name, checkout.details->>'customerName') as "customerName",
            coalesce(failed.customer_email, checkout.details->>'customerEmail') as "customerEmail",
            failed.error_message as "errorMessage", failed.id as "failedOrderId",
            other.id as "orderId", other.invoice_number as "invoiceNumber",
            ${REFUNDED} + ${LOST} as gone,
            latest.status as "refundStatus", latest.failure_message as "refundFailure"
       from payment join checkout on checkout.id = payment.checkout_id
       left join failed_order failed on failed.checkout_id = checkout.id and failed.resolved_at is null
       left join customer_order other on other.checkout_id = checkout.id
       left join lateral (select status, failure_message from refund
         where refund.payment_id = payment.id order by refund.id desc limit 1) latest on true
      where ${isUnmatched} order by payment.id limit ?`,
    [limit],
  );
  return rows.map(viewOf);
});

const countSchema = z.object({ count: z.number() });

/** For the badge. */
export const countUnmatched = read("reconciliation.view", async (context: Context): Promise<number> => {
  const { count } = await rawRow(
    context.em.fork(),
    countSchema,
    `select count(*)::int as count from payment where ${isUnmatched}`,
  );
  return count;
});

/** Money that was received and has neither bought an order nor been refunded: a person must decide. */
export type UnmatchedPayment = ReturnType<typeof viewOf>;

function viewOf({ gone, errorMessage, refundStatus, refundFailure, ...row }: z.infer<typeof rowSchema>) {
  return {
    ...row,
    /** How much of the amount received is left. */
    left: Math.max(0, row.amount - gone),
    receivedAt: row.receivedAt.toISOString(),
    customerEmail: row.customerEmail || null,
    /** Why it bought nothing, in a sentence. */
    reason: reasonOf(row.orderId !== null, errorMessage),
    /** How the last attempt to give it back ended. */
    refund: refundStatus && { status: refundStatus, failure: refundFailure },
  };
}

function reasonOf(isSecond: boolean, errorMessage: string | null): string {
  if (isSecond) return "A second payment for an order that was paid already.";
  return errorMessage ? plainFailureReason(errorMessage) : "No order was ever sent for this payment.";
}
