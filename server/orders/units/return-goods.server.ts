import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Order, type OrderLine, Withdrawal } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { orderCommands } from "../order-commands.ts";
import { addOrderEvent, withNote } from "../status/move-order.server.ts";
import { quantityOf, withCustomer } from "./line-units.ts";
import { linesOfOrder, putIntoStock, returnUnits } from "./move-units.server.ts";

/**
 * Notes that goods of an order came back, into stock where staff say so; their money is refunded by itself. @throws
 * ShopError `unauthenticated`, `forbidden`, `not_found`; `validation_failed` where the customer does not have as many
 */
export const returnGoods = command(
  orderCommands.returnGoods,
  async (context, { orderId, units: named, note }): Promise<void> => {
    const units = named.filter(({ quantity }) => quantity > 0);
    await inTransaction(context.em, async (em) => {
      const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!order) throw new ShopError("not_found", "Order not found");
      const lines = await linesOfOrder(em, orderId);
      const refusal = returnRefusal(units, lines);
      if (refusal) throw new ShopError("validation_failed", refusal, { fields: { units: [refusal] } });
      await returnUnits(em, lines, units);
      await noteOnWithdrawals(em, context, orderId, units);
      const toStock = await putIntoStock(
        em,
        context,
        lines,
        units.filter(({ isBackToStock }) => isBackToStock),
      );
      const contents = units
        .map(({ lineId, quantity }) => `${quantity} × ${lines.find(({ id }) => id === lineId)?.productName}`)
        .join(", ");
      addOrderEvent(em, context, {
        order,
        kind: "goods_back",
        message: withNote(`Back with us: ${contents}`, note),
      });
      await recordChange(em, context, {
        area: "orders",
        action: "goods back",
        subjectId: orderId,
        subjectName: order.invoiceNumber,
        before: {},
        after: { goodsBack: contents, backIntoStock: toStock },
      });
    });
  },
);

/** Why these units cannot have come back, in words for staff; undefined when they can. */
function returnRefusal(
  units: readonly { lineId: number; quantity: number }[],
  lines: readonly OrderLine[],
): string | undefined {
  if (units.length === 0) return "Say how many of what came back.";
  for (const { lineId } of units) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return "This order has no such line.";
    const all = quantityOf(units, lineId);
    const has = withCustomer(line);
    if (all > has) {
      return has === 0
        ? `The customer has no ${line.productName} of this order.`
        : `The customer has only ${has} of ${line.productName}.`;
    }
  }
  return undefined;
}

/** From now on the days to refund count for what a customer told, where its goods are back with these, the oldest first. */
async function noteOnWithdrawals(
  em: EntityManager,
  { clock }: Context,
  orderId: number,
  units: readonly { lineId: number; quantity: number }[],
): Promise<void> {
  const waiting = await em.find(
    Withdrawal,
    { order: orderId, closedAt: null, goodsBackAt: null },
    { orderBy: { id: "asc" } },
  );
  const back = new Map<number, number>();
  for (const { lineId, quantity } of units) back.set(lineId, (back.get(lineId) ?? 0) + quantity);
  for (const withdrawal of waiting) {
    const sent = withdrawal.lines.filter((line) => line.sent > 0);
    if (sent.length === 0 || !sent.every((line) => (back.get(line.lineId) ?? 0) >= line.sent)) continue;
    withdrawal.goodsBackAt = clock.now();
    for (const line of sent) back.set(line.lineId, (back.get(line.lineId) ?? 0) - line.sent);
  }
}
