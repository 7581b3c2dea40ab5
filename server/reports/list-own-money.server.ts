import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import type { MoneyKind, Period, ProviderMoney } from "#server/payments/provider-facts.ts";
import { type ProviderId, providerIds } from "#server/payments/provider-list.ts";
import type { OwnMoney } from "./reconciliation.ts";

const rowSchema = z.object({
  provider: z.enum(providerIds),
  kind: z.enum(["payment", "refund"]),
  id: z.string().nullable(),
  paymentId: z.string(),
  key: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  state: z.enum(["moved", "pending", "none", "asked"]),
  status: z.string(),
});

const payments = `
  select payment.provider, 'payment' as kind, payment.provider_payment_id as id,
         payment.provider_payment_id as "paymentId", null as key,
         case when payment.amount_received > 0 then payment.amount_received else payment.amount end as amount,
         payment.currency,
         case when payment.amount_received > 0 then 'moved'
              when payment.status = 'processing' then 'pending' else 'none' end as state,
         payment.status
    from payment`;

const refunds = `
  select payment.provider, 'refund' as kind, refund.provider_refund_id as id,
         payment.provider_payment_id as "paymentId", refund.key, refund.amount, payment.currency,
         case refund.status when 'succeeded' then 'moved' when 'pending' then 'pending'
              when 'requested' then 'asked' else 'none' end as state,
         refund.status
    from refund join payment on payment.id = refund.payment_id`;

/** What our books have received and refunded through a provider in a period. */
export async function listOwnMoney(
  context: Context,
  provider: ProviderId,
  { from, to }: Period,
): Promise<OwnMoney[]> {
  return rawRows(
    context.em.fork(),
    rowSchema,
    `${payments} where payment.provider = ? and payment.received_at >= ? and payment.received_at < ?
     union all
     ${refunds} where payment.provider = ? and refund.created_at >= ? and refund.created_at < ?
       and refund.status <> 'failed'`,
    [provider, from, to, provider, from, to],
  );
}

/** What our books have of some payments or refunds of a provider, of any day. */
export async function findOwnMoney(
  context: Context,
  kind: MoneyKind,
  theirs: readonly ProviderMoney[],
): Promise<OwnMoney[]> {
  const [first] = theirs;
  if (!first) return [];
  const em = context.em.fork();
  const ids = placeholders(theirs.map(({ id }) => id));
  if (kind === "payment") {
    const statement = `${payments} where payment.provider = ? and payment.provider_payment_id in (${ids.marks})`;
    return rawRows(em, rowSchema, statement, [first.provider, ...ids.values]);
  }
  const keys = placeholders(theirs.flatMap(({ key }) => key ?? []));
  const byKey = keys.values.length > 0 ? ` or refund.key in (${keys.marks})` : "";
  const statement = `${refunds} where payment.provider = ? and (refund.provider_refund_id in (${ids.marks})${byKey})`;
  const values = [first.provider, ...ids.values, ...keys.values];
  return rawRows(em, rowSchema, statement, values);
}

function placeholders(values: string[]): { marks: string; values: string[] } {
  return { marks: values.map(() => "?").join(", "), values };
}
