import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type Batch, OrderEvent } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { GRAMS_WITH_CUSTOMER, IS_WITH_CUSTOMER } from "./allocate-batches.server.ts";
import { kilogramsOf } from "./batch.ts";
import { batchCommands } from "./batch-commands.ts";
import { lockBatch, quarantine, record } from "./change-batch.server.ts";

const affectedRow = z.object({
  orderId: z.number(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  /** "" of a customer who was erased. */
  customerEmail: z.string(),
  customerPhone: z.string(),
  customerAddress: z.string(),
  /** Units that did not come back, and what they weigh. */
  quantity: z.number(),
  grams: z.number(),
  /** Whether its customer has the mail of this recall already; "none" where none reaches them. */
  mail: z.enum(["sent", "not yet", "none"]),
});

/** An order that has units of a batch. */
export type AffectedOrder = z.infer<typeof affectedRow>;

const IS_ERASED = "o.customer_email like '%@erased.invalid'";

/** Sent once for each order and recall, however often staff press. */
function mailKey(code: string, recalledAt: Date, invoiceNumber: string): string {
  return `batch-recall:${code}:${recalledAt.toISOString()}:${invoiceNumber}`;
}

/**
 * Everybody who has something of a batch: every order of which a unit went out and did not come back, the first first.
 */
export const findAffectedOrders = read(
  "batches.recall",
  ({ em }: Context, batchId: number): Promise<AffectedOrder[]> =>
    rawRows(
      em,
      affectedRow,
      `select o.id as "orderId", o.invoice_number as "invoiceNumber", o.customer_name as "customerName",
              case when ${IS_ERASED} then '' else o.customer_email end as "customerEmail",
              o.customer_phone as "customerPhone", o.customer_address as "customerAddress",
              sum(a.quantity - a.returned_quantity)::int as quantity, sum(${GRAMS_WITH_CUSTOMER})::int as grams,
              case when exists (select from order_event mail where mail.order_id = o.id and mail.kind = 'recalled'
                                 and mail.created_at >= b.recalled_at
                                 and mail.message like 'Recall of batch ' || b.code || ':%') then 'sent'
                   when ${IS_ERASED} then 'none' else 'not yet' end as mail
         from batch_allocation a
         join batch b on b.id = a.batch_id
         join order_line line on line.id = a.order_line_id
         join customer_order o on o.id = line.order_id
        where a.batch_id = ? and ${IS_WITH_CUSTOMER}
        group by o.id, b.id
        order by o.id`,
      [batchId],
    ),
);

const columns = [
  "invoiceNumber",
  "customerName",
  "customerEmail",
  "customerPhone",
  "customerAddress",
  "quantity",
  "kilograms",
] as const;

/** The same as a CSV file in pieces. */
export const exportAffectedOrders = read("batches.recall", async (context: Context, batchId: number) => {
  const orders = await findAffectedOrders(context, batchId);
  const rows = orders.map(({ grams, ...order }) => {
    const cells = { ...order, kilograms: kilogramsOf(grams) };
    return columns.map((name) => cells[name]);
  });
  return csvPieces(columns, [rows]);
});

/**
 * Calls a batch back: no more of it is packed from this moment, and anyone who has some of it is mailed, once for each
 * order. The quarantine is committed first, so that nothing leaves while the mails are written. @throws ShopError
 * `not_found`; `conflict` when other orders have it than were seen
 */
export const recallBatch = command(
  batchCommands.recall,
  async (context, { batchId, reason, message, seenOrders }): Promise<{ mails: number }> => {
    const { code } = await inTransaction(context.em, (em) => quarantine(em, context, batchId, reason));
    return inTransaction(context.em, async (em) => {
      const batch = await lockWithOrders(em, context, batchId);
      const now = context.clock.now();
      // Of two who recall it at once, the second finds here that everybody was mailed.
      const orders = await findAffectedOrders({ ...context, em }, batchId);
      if (orders.length !== seenOrders) {
        throw new ShopError(
          "conflict",
          `The batch is in quarantine. ${orders.length} orders have some of it now, not ${seenOrders}: look at the list, and recall it again. Nobody was mailed.`,
        );
      }
      const unmailed = orders.filter(({ mail }) => mail === "not yet");
      for (const { orderId } of unmailed) {
        em.create(OrderEvent, {
          order: orderId,
          kind: "recalled",
          message: `Recall of batch ${code}: ${reason}`,
          actorName: actorName(context.actor).slice(0, 200),
          createdAt: now,
        });
      }
      const recalledAt = markRecalled(em, batch, now);
      await em.flush();
      for (const order of unmailed) {
        await queueEmail(em, context, {
          key: mailKey(code, recalledAt, order.invoiceNumber),
          template: "batch-recall",
          recipient: order.customerEmail,
          props: {
            ...{ batchCode: code, reason, message },
            invoiceNumber: order.invoiceNumber,
            customerName: order.customerName,
            quantity: order.quantity,
            batchUrl: `${context.publicUrl}/batches/${code}`,
          },
        });
      }
      if (unmailed.length > 0) {
        const mailed = { reason, orders: unmailed.map(({ invoiceNumber }) => invoiceNumber) };
        await record(em, context, batch, "recalled", {}, mailed);
      }
      return { mails: unmailed.length };
    });
  },
);

/** Locks the batch after the orders that have some of it, as everybody who packs locks them. */
async function lockWithOrders(em: EntityManager, context: Context, batchId: number): Promise<Batch> {
  const ids = (await findAffectedOrders({ ...context, em }, batchId)).map(({ orderId }) => orderId);
  // What a line of the timeline locks of its order.
  if (ids.length > 0) {
    await em.execute("select from customer_order where id in (?) order by id for key share", [ids]);
  }
  return lockBatch(em, batchId);
}

/**
 * Everybody reads that it was called back, from when its buyers are told until it is released. Returns since when, which
 * tells this recall from others of the batch.
 */
function markRecalled(em: EntityManager, batch: Batch, now: Date): Date {
  if (batch.status !== "quarantined") return now;
  batch.recalledAt ??= now;
  invalidateOnCommit(em, "batches");
  return batch.recalledAt;
}
