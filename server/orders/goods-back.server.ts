import type { EntityManager } from "@mikro-orm/postgresql";
import { type Order, type OrderLine, Withdrawal } from "#db/entities/index.ts";
import { returnFromCustomer, returnToBatches } from "#server/batches/allocate-batches.server.ts";
import { lockProducts } from "#server/checkout/hold-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import {
  cancelledForStock,
  lineOf,
  quantityOf,
  returnedForStock,
  type UnitsOfLine,
  withCustomer,
} from "./line-units.ts";
import { endWhenNothingIsLeft, type LockedOrder, moveStock, type StockMove } from "./move-order.server.ts";
import { ofGoods, type RefundLine } from "./refund-rules.ts";
import { onTheWayBack, wentOut } from "./withdrawal-rules.ts";

/**
 * Units that the customer had came back; no more than they had. They are those of `withdrawal`, where they came for one,
 * then those that the customer told of else. The order must be locked.
 */
export async function returnUnits(
  em: EntityManager,
  context: Pick<Context, "clock">,
  { order, lines }: LockedOrder,
  units: readonly UnitsOfLine[],
  withdrawal?: Withdrawal | null,
): Promise<void> {
  const returned: UnitsOfLine[] = [];
  for (const { lineId, quantity } of units) {
    const line = lineOf(lines, lineId);
    const came = Math.min(quantity, withCustomer(line));
    if (came <= 0) continue;
    line.returnedQuantity += came;
    returned.push({ lineId, quantity: came });
  }
  if (returned.length === 0) return;
  await noteOnWithdrawals(em, context, order, returned, withdrawal);
  await returnFromCustomer(
    em,
    returned.map(({ lineId }) => lineId),
  );
}

/**
 * Notes what came back on what the customer told: first on `own`, then on what is open, then on that whose money went
 * back before its goods, the oldest first. From when all of it is back its days to refund count.
 */
async function noteOnWithdrawals(
  em: EntityManager,
  { clock }: Pick<Context, "clock">,
  order: Order,
  returned: readonly UnitsOfLine[],
  own: Withdrawal | null | undefined,
): Promise<void> {
  const waiting = await em.find(
    Withdrawal,
    { order: order.id, goodsBackAt: null, $or: [{ closedAt: null }, { refund: { $ne: null } }] },
    { orderBy: { id: "asc" } },
  );
  const open = waiting.filter(({ closedAt }) => closedAt === null);
  const unnoted = new Map(returned.map(({ lineId }) => [lineId, quantityOf(returned, lineId)]));
  for (const withdrawal of new Set([...(own ? [own] : []), ...open, ...waiting])) {
    if (!wentOut(withdrawal.lines)) continue;
    withdrawal.lines = withdrawal.lines.map((line) => {
      const came = Math.min(line.sent - line.back, unnoted.get(line.lineId) ?? 0);
      unnoted.set(line.lineId, (unnoted.get(line.lineId) ?? 0) - came);
      return { ...line, back: line.back + came };
    });
    if (onTheWayBack(withdrawal.lines).length === 0) withdrawal.goodsBackAt ??= clock.now();
  }
}

/**
 * Puts cancelled and returned units back into stock, each at most once however often it is asked for, cancelled ones
 * first. The order must be locked. Returns how many units went back.
 */
export async function putIntoStock(
  em: EntityManager,
  { settings }: Pick<Context, "settings">,
  lines: readonly OrderLine[],
  units: readonly UnitsOfLine[],
): Promise<number> {
  if (!settings.stockManagement) return 0;
  const moved: StockMove[] = [];
  for (const { lineId, quantity } of units) {
    const line = lineOf(lines, lineId);
    const cancelled = Math.min(quantity, cancelledForStock(line));
    line.cancelledToStock += cancelled;
    const returned = Math.min(quantity - cancelled, returnedForStock(line));
    line.returnedToStock += returned;
    if (cancelled + returned > 0) moved.push({ productId: line.product.id, units: cancelled + returned });
  }
  if (moved.length === 0) return 0;
  await lockProducts(em, moved);
  await moveStock(em, moved);
  await returnToBatches(
    em,
    units.map(({ lineId }) => lineId),
  );
  return moved.reduce((sum, each) => sum + each.units, 0);
}

/** Goods that come back with a credit, for the withdrawal that it settles, are back, and go into stock where they are to. */
export async function undoGoodsLeaving(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
  credited: readonly RefundLine[],
  withdrawal?: Withdrawal | null,
): Promise<void> {
  const goods = ofGoods(credited);
  const returned = goods.map((line) => ({ lineId: line.lineId, quantity: line.returned }));
  const toStock = goods.map((line) => ({ lineId: line.lineId, quantity: line.toStock }));
  await returnUnits(em, context, locked, returned, withdrawal);
  await putIntoStock(em, context, locked.lines, toStock);
  await endWhenNothingIsLeft(em, context, locked);
}
