import type { z } from "zod";
import { Order, UseStatement } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time to spread what came on a pallet. */
const ASK_AFTER_DAYS = 30;
/** Nobody is asked about what came longer ago, such as the orders of before there was the question. */
const ASK_WITHIN_DAYS = 60;
/** Orders asked about in one go. */
const BATCH = 100;

/**
 * The nightly job: asks whoever had a pallet or a bulk bag of biochar delivered thirty days ago where, when and how much
 * of it was used, once for each order. Not of what was cancelled or given back, nor of demo orders where mail is sent.
 */
export async function askAgain(context: Context): Promise<void> {
  for (;;) {
    const orders = await ordersToAsk(context);
    for (const { id } of orders) await ask(context, id);
    if (orders.length < BATCH) return;
  }
}

async function ordersToAsk({ em, clock }: Context): Promise<z.output<typeof idRow>[]> {
  const now = clock.now().getTime();
  return rawRows(
    em.fork(),
    idRow,
    `select o.id from customer_order o
      where o.dispatched_at between ? and ? and o.status = 'completed'
        and o.customer_email not like '%@erased.invalid'
        and exists (
          select from order_line l join product p on p.id = l.product_id
           where l.order_id = o.id and p.handling in ('pallet', 'bulk_bag')
             and l.left_quantity > l.returned_quantity
             and (p.mixed_into_soil or exists (select from batch b where b.product_id = p.id)))
        and not exists (
          select from use_statement u
           where u.order_id = o.id and (u.asked_again_at is not null or u.applied_on is not null))
        and not exists (
          select from demo_record d where d.table_name = 'customer_order' and d.record_id = o.id::text)
      order by o.id limit ${BATCH}`,
    [new Date(now - ASK_WITHIN_DAYS * DAY_MS), new Date(now - ASK_AFTER_DAYS * DAY_MS)],
  );
}

/** The row and the mail are one transaction: a night that is cut short asks nobody twice. */
async function ask(context: Context, orderId: number): Promise<void> {
  const { settings, publicUrl, clock } = context;
  const now = clock.now();
  await inTransaction(context.em, async (em) => {
    const order = await em.findOneOrFail(Order, orderId);
    const before = await em.findOne(UseStatement, { order: orderId });
    if (before?.askedAgainAt) return;
    const statement = before ?? em.create(UseStatement, { order: orderId });
    statement.askedAgainAt = now;
    const token = await makeConfirmationToken(em, order.invoiceNumber, now);
    await queueEmail(em, {
      key: `ask-of-use:${order.invoiceNumber}`,
      template: "ask-of-use",
      recipient: order.customerEmail,
      props: {
        store: storeIdentityOf(settings, publicUrl),
        invoiceNumber: order.invoiceNumber,
        customerName: order.customerName,
        dispatchedOn: displayLongDate(order.dispatchedAt ?? now),
        orderUrl: `${publicUrl}/order-confirmation?t=${token}`,
      },
    });
  });
}
