import { LockMode } from "@mikro-orm/postgresql";
import { FailedOrder } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { runForEach } from "#server/commands/run-for-each.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { plainFailureReason } from "#server/payments/providers.server.ts";
import { orderCommands } from "../order-commands.ts";
import type { FailedOrderView } from "./failed-order-view.ts";

/**
 * Failed orders that are still open, the newest first; `after` goes on behind the one of that id. One that a later
 * attempt paid, or that staff put aside, is not among them.
 * @throws ShopError `unauthenticated` or `forbidden`.
 */
export const listFailedOrders = read(
  "failedOrders.view",
  async (context: Context, limit: number, after?: number): Promise<FailedOrderView[]> => {
    const rows = await context.em
      .fork()
      .find(
        FailedOrder,
        { resolvedAt: null, ...(after === undefined ? {} : { id: { $lt: after } }) },
        { orderBy: { id: "desc" }, limit },
      );
    return rows.map((row) => ({
      id: row.id,
      customerName: row.customerName,
      customerEmail: row.customerEmail,
      totalAmount: row.totalAmount,
      currency: row.currency,
      paymentMethod: row.paymentMethod,
      errorMessage: plainFailureReason(row.errorMessage),
      attemptedAt: row.attemptedAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }));
  },
);

/**
 * Puts each chosen failed order aside. Returns who they are of. @throws ShopError `unauthenticated`, `forbidden`;
 * `conflict` with the reason of each that was not
 */
export const dismissManyFailed = command(
  orderCommands.dismissManyFailed,
  async (context, { failed: chosen }): Promise<{ did: string[] }> => {
    const failed = await context.em
      .fork()
      .find(FailedOrder, { id: { $in: chosen } }, { orderBy: { id: "asc" } });
    const rows = failed.map(({ id, customerName }) => ({
      name: customerName,
      field: "failed",
      run: () => dismissFailedOrder(context, { failedOrderId: id }),
    }));
    return { did: await runForEach(rows, "put aside") };
  },
);

/** For the red badge. @throws ShopError `unauthenticated` or `forbidden`. */
export const countFailedOrders = read("failedOrders.view", async (context: Context): Promise<number> => {
  return context.em.fork().count(FailedOrder, { resolvedAt: null });
});

/**
 * Takes a failed order off the list once staff have dealt with it. Another failure of the same checkout brings it
 * back.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export const dismissFailedOrder = command(
  orderCommands.dismissFailed,
  async (context, { failedOrderId: id }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const failed = await em.findOne(FailedOrder, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!failed) throw new ShopError("not_found", "Failed order not found");
      if (failed.resolvedAt) return;
      failed.resolvedAt = context.clock.now();
      await recordChange(em, context, {
        area: "orders",
        action: "failed order dismissed",
        subjectId: `failed-${id}`,
        subjectName: `Failed order ${id}`,
        before: { dismissed: false },
        after: { dismissed: true },
      });
    });
  },
);
