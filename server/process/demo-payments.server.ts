import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { rawRows } from "#server/core/typed-sql.server.ts";

const demoPaymentSchema = z.object({
  provider: z.enum(["stripe", "paypal"]),
  id: z.string(),
  orderId: z.string().nullable(),
  checkoutId: z.string(),
  amount: z.number(),
  at: z.number(),
  refunds: z.array(z.object({ id: z.string(), key: z.string(), amount: z.number(), at: z.number() })),
  dispute: z
    .object({ id: z.string(), amount: z.number(), reason: z.string(), at: z.number(), dueAt: z.number() })
    .nullable(),
});

/** In milliseconds since 1970. */
const time = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

/**
 * The payments of the demo data with what went back of them, as the stand-ins must know them, so that staff can refund
 * them and the books agree with the providers' lists.
 */
export function findDemoPayments(em: EntityManager): Promise<z.infer<typeof demoPaymentSchema>[]> {
  return rawRows(
    em,
    demoPaymentSchema,
    `select payment.provider, payment.provider_payment_id as id, payment.provider_session_id as "orderId",
            payment.checkout_id as "checkoutId", payment.amount, ${time("payment.created_at")} as at,
            coalesce((select json_agg(json_build_object('id', provider_refund_id, 'key', key, 'reason', reason,
                'amount', amount, 'at', ${time("created_at")}) order by id)
              from refund where refund.payment_id = payment.id and provider_refund_id is not null
                and status = 'succeeded'), '[]') as refunds,
            (select json_build_object('id', provider_dispute_id, 'amount', amount, 'reason', reason,
                'at', ${time("opened_at")}, 'dueAt', ${time("coalesce(evidence_due_at, opened_at)")})
              from dispute where dispute.payment_id = payment.id limit 1) as dispute
       from payment join demo_record on table_name = 'payment' and record_id = payment.id::text
      where payment.status in ('succeeded', 'refunded')
      order by payment.id`,
  );
}
