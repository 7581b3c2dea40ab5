import { LockMode } from "@mikro-orm/postgresql";
import { Order, Refund, Withdrawal } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { debitReasons } from "../invoices/correction-note.ts";
import { creditRefund, debitRefund } from "../invoices/issue-correction-note.server.ts";
import { orderCommands } from "../order-commands.ts";
import { credit, creditableOf, takeCreditBack, takeGoodsBack } from "../refunds/apply-refund-lines.server.ts";
import { refundLinesOf } from "../refunds/refund-lines.ts";
import { addOrderEvent } from "../status/move-order.server.ts";
import { creditableUnits } from "../units/line-units.ts";
import { linesOfOrder } from "../units/move-units.server.ts";
import { closeWithRefund } from "./settle-withdrawal.server.ts";

/**
 * Says that a refund which somebody made at the provider was for what a customer cancelled: it closes that, and credits
 * those units instead of a share of everything. @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict`
 * when one of them is settled already
 */
export const settleWithRefund = command(
  orderCommands.settleWithRefund,
  async (context, { orderId, withdrawalId, refundId }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!order) throw new ShopError("not_found", "Order not found");
      const refund = await em.findOne(Refund, { id: refundId, order: orderId, source: "provider" });
      const withdrawal = await em.findOne(Withdrawal, { id: withdrawalId, order: orderId });
      if (!refund || !withdrawal) throw new ShopError("not_found", "This order has no such refund.");
      const isTaken = (await em.count(Withdrawal, { refund: refundId })) > 0;
      if (refund.status === "failed" || isTaken) {
        throw new ShopError("conflict", "This refund did not go through, or is for something else.");
      }
      await closeWithRefund(em, context, { order, withdrawalId, refund });
      const locked = { order, lines: await linesOfOrder(em, orderId) };
      takeCreditBack(locked, refund.lines ?? []);
      const units = withdrawal.lines.map(({ lineId, quantity }) => {
        const line = locked.lines.find(({ id }) => id === lineId);
        // Whether goods go into stock is said as they come back.
        return {
          ...{ lineId, isBackToStock: false },
          quantity: Math.min(quantity, line ? creditableUnits(line) : 0),
        };
      });
      const before = refund.lines;
      refund.lines = refundLinesOf(creditableOf(locked), {
        ...{ units, delivery: 0, amount: refund.amount },
      });
      credit(locked, refund.lines);
      await em.flush();
      if (refund.status === "succeeded" && JSON.stringify(before) !== JSON.stringify(refund.lines)) {
        await debitRefund(em, context, order, refund, debitReasons.creditedAnew);
        await creditRefund(em, context, order, refund);
      }
      await takeGoodsBack(em, context, locked, refund.lines);
      const amount = formatMoney(refund.amount, order.currency);
      addOrderEvent(em, context, {
        order,
        kind: "refunded",
        message: `What was cancelled is settled with the refund of ${amount} made at the payment provider`,
      });
      await recordChange(em, context, {
        area: "orders",
        action: "cancellation settled",
        subjectId: orderId,
        subjectName: order.invoiceNumber,
        currency: order.currency,
        before: {},
        after: { refunded: refund.amount },
      });
    });
  },
);
