import { LockMode } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { Order, OrderLine, UseStatement } from "#db/entities/index.ts";
import { holdsBiochar, IS_BIOCHAR } from "#server/batches/batches-of-lines.server.ts";
import { assertDayHasCome } from "#server/batches/change-batch.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { displayLongDate, shopDay } from "#server/core/shop-time.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { findVisitedOrder, type OrderVisitor } from "#server/orders/own-orders.server.ts";
import { useLabels } from "./evidence.ts";
import type { PlacedUse } from "./evidence-commands.ts";

const GRAMS_PER_TONNE = 1_000_000;

/**
 * The question for those whose order it is, and for staff. @throws ShopError `not_found` for everybody else, and where
 * the order holds no biochar
 */
export async function findUseQuestion(context: Context, visitor: OrderVisitor) {
  const { order, stated } = await readStated(context, visitor);
  return {
    invoiceNumber: order.invoiceNumber,
    createdAt: order.createdAt.toISOString(),
    isStated: Boolean(stated?.use),
    use: stated?.use ?? null,
    usedAs: stated?.usedAs ?? "",
    outwardCode: stated?.outwardCode ?? null,
    appliedOn: stated?.appliedOn ?? null,
    tonnes: stated?.gramsApplied ? stated.gramsApplied / GRAMS_PER_TONNE : null,
    /** Asked for after a pallet: where, when and how much. */
    asksForPlace: Boolean(stated?.askedAgainAt),
    /** The last day that can be named. */
    today: shopDay(context.clock.now()),
  };
}

/**
 * Keeps what a buyer says; the last answer counts. @throws ShopError `not_found` as `findUseQuestion`;
 * `validation_failed` beside the day when it has not come yet or was before the order, or beside the use
 * when staff have weighed it
 */
export async function stateUse(context: Context, visitor: OrderVisitor, said: PlacedUse): Promise<void> {
  const { order } = await readStated(context, visitor);
  const now = context.clock.now();
  assertDayHasCome(context, "appliedOn", said.appliedOn, order.createdAt);
  await inTransaction(context.em, async (em) => {
    // Two presses take turns here.
    const locked = await em.findOneOrFail(Order, order.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = await em.findOne(UseStatement, { order: order.id });
    if (before?.truckArrivalKilograms) throw weighed();
    const statement = before ?? em.create(UseStatement, { order: order.id });
    const isNew = before?.use !== said.use;
    statement.use = said.use;
    statement.usedAs = said.use === "other" ? said.usedAs : "";
    statement.statedAt = now;
    statement.outwardCode = said.outwardCode ?? statement.outwardCode ?? null;
    statement.appliedOn = said.appliedOn ?? statement.appliedOn ?? null;
    if (said.tonnes) statement.gramsApplied = Math.round(said.tonnes * GRAMS_PER_TONNE);
    if (isNew) {
      addOrderEvent(em, context, {
        order: locked,
        kind: "use_stated",
        message: `Use of the biochar stated: ${useLabels[said.use].choice}`,
      });
    }
  });
}

/** Registries pay by what a weighbridge proves: a buyer's words do not change it. */
function weighed(): ShopError {
  const message = "This was weighed already: please write to us if anything is wrong";
  return new ShopError("validation_failed", message, { fields: { use: [message] } });
}

async function readStated(context: Context, visitor: OrderVisitor) {
  const order = await findVisitedOrder(context, visitor, "evidence.record");
  if (!order) throw new ShopError("not_found", "Order not found");
  const em = context.em.fork();
  const lines = await em.find(OrderLine, { order: order.id });
  const isBiochar = await holdsBiochar(
    em,
    lines.map(({ product }) => product.id),
  );
  if (!isBiochar) throw new ShopError("not_found", "There is no biochar in this order");
  return { order, stated: await em.findOne(UseStatement, { order: order.id }) };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time to spread what came on a pallet. */
const ASK_AFTER_DAYS = 30;
/** Nobody is asked about what came longer ago, such as the orders of before there was the question. */
const ASK_WITHIN_DAYS = 60;
/** Orders asked about in one go. */
const BATCH = 100;

/**
 * The nightly job: asks anyone who had a pallet or a bulk bag of biochar delivered thirty days ago where, when and how
 * much of it was used, once for each order. Not of what was cancelled or given back, nor of demo orders where mail is
 * sent.
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
             and ${IS_BIOCHAR})
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
  const { publicUrl, clock } = context;
  const now = clock.now();
  await inTransaction(context.em, async (em) => {
    const order = await em.findOneOrFail(Order, orderId);
    const before = await em.findOne(UseStatement, { order: orderId });
    if (before?.askedAgainAt) return;
    const statement = before ?? em.create(UseStatement, { order: orderId });
    statement.askedAgainAt = now;
    const token = await makeConfirmationToken(em, order.invoiceNumber, now);
    await queueEmail(em, context, {
      key: `ask-of-use:${order.invoiceNumber}`,
      template: "ask-of-use",
      recipient: order.customerEmail,
      props: {
        invoiceNumber: order.invoiceNumber,
        customerName: order.customerName,
        dispatchedOn: displayLongDate(order.dispatchedAt ?? now),
        orderUrl: `${publicUrl}/order-confirmation?t=${token}`,
      },
    });
  });
}
