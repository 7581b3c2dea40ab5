import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Order, OrderEvent, OrderLine, Parcel, Withdrawal } from "#db/entities/index.ts";
import type { ChangeSummary } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { allocateBatches } from "#server/batches/allocate-batches.server.ts";
import { releasePlace } from "#server/checkout/hold-collection.server.ts";
import { lockProducts } from "#server/checkout/hold-stock.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { hasGoneOut, isAllSent, lineOf, missingToSend, restOf, type UnitsOfLine } from "./line-units.ts";
import { mayMove, type OrderEventKind, type OrderStatus } from "./order.ts";

/** A locked order with its lines, which changes of its units are written to. */
export interface LockedOrder {
  order: Order;
  lines: OrderLine[];
}

/**
 * Locks an order, which everybody does before its payment or what was cancelled of it, and compares it with what staff
 * saw where they want to change it. @throws ShopError `not_found`; `conflict` when somebody changed it meanwhile
 */
export async function lockOrder(
  em: EntityManager,
  orderId: number,
  expected?: OrderStatus,
): Promise<LockedOrder> {
  const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) throw new ShopError("not_found", "Order not found");
  if (expected === undefined || order.status === expected)
    return { order, lines: await linesOfOrder(em, orderId) };
  throw new ShopError(
    "conflict",
    `This order was changed meanwhile: it is ${order.status} now. Nothing was changed; please look again.`,
  );
}

/**
 * Moves a locked order along the transition table. @throws ShopError `conflict` for a move that it does not allow.
 */
export function moveOrder(order: Order, to: OrderStatus): void {
  if (!mayMove(order.status, to)) {
    throw new ShopError("conflict", `An order that is ${order.status} cannot become ${to}.`);
  }
  order.status = to;
}

/** What happened to an order, in the words of its timeline; `order.ts` says who may read it. */
export interface OrderHappening {
  kind: OrderEventKind;
  message: string;
}

/** A line of the timeline, with its actor. */
export function orderEventOf({ actor, clock }: Pick<Context, "actor" | "clock">, happening: OrderHappening) {
  return {
    kind: happening.kind,
    message: happening.message.slice(0, 500),
    actorName: actorName(actor).slice(0, 200),
    createdAt: clock.now(),
  };
}

/** Adds a line to the timeline. */
export function addOrderEvent(
  em: EntityManager,
  context: Context,
  { order, ...happening }: OrderHappening & { order: number | Order },
): void {
  em.create(OrderEvent, { order, ...orderEventOf(context, happening) });
}

type OrderChange = Omit<Parameters<typeof recordChange>[2], "area" | "subjectId" | "subjectName">;

/** Writes down what staff did to an order: on its timeline, and with what it was before in the audit. */
export function recordStep(
  em: EntityManager,
  context: Context,
  order: Order,
  { kind, message, ...change }: OrderHappening & OrderChange,
): Promise<ChangeSummary | null> {
  addOrderEvent(em, context, { order, kind, message });
  return recordOrderChange(em, context, order, change);
}

/** Writes down who did what to an order, in the transaction that does it. */
export function recordOrderChange(
  em: EntityManager,
  context: Context,
  { id, invoiceNumber }: Pick<Order, "id" | "invoiceNumber">,
  change: OrderChange,
): Promise<ChangeSummary | null> {
  return recordChange(em, context, { area: "orders", subjectId: id, subjectName: invoiceNumber, ...change });
}

/** Adds the line that says which batches goods came from; none where nothing has one. */
export function addBatchEvent(
  em: EntityManager,
  context: Context,
  order: number | Order,
  sentence: string,
): void {
  if (sentence) addOrderEvent(em, context, { order, kind: "batches", message: sentence });
}

/** "Order completed: left with the neighbour" */
export function withNote(message: string, note: string): string {
  return note ? `${message}: ${note}` : message;
}

export function linesOfOrder(em: EntityManager, orderId: number): Promise<OrderLine[]> {
  return em.find(OrderLine, { order: orderId }, { orderBy: { id: "asc" } });
}

/** Units of lines with the names of what they are. */
export function namedUnits(lines: readonly OrderLine[], units: readonly UnitsOfLine[]) {
  return units.map(({ lineId, quantity }) => ({ productName: lineOf(lines, lineId).productName, quantity }));
}

/**
 * Units leave the house. What the sale could not take out of stock is taken now, as far as the shop counts any; where it
 * counts fewer than go, the timeline says so, as the count is wrong then. The order must be locked.
 */
export async function leaveTheHouse(
  em: EntityManager,
  context: Context,
  { units, ...locked }: LockedOrder & { units: readonly UnitsOfLine[] },
): Promise<void> {
  if (context.settings.stockManagement) await takeMissing(em, context, locked, units);
  for (const { lineId, quantity } of units) lineOf(locked.lines, lineId).leftQuantity += quantity;
}

async function takeMissing(
  em: EntityManager,
  context: Context,
  { order, lines }: LockedOrder,
  units: readonly UnitsOfLine[],
): Promise<void> {
  const missing = units.flatMap(({ lineId, quantity }) => {
    const line = lineOf(lines, lineId);
    const wanted = missingToSend(line, quantity);
    return wanted > 0 ? [{ line, wanted }] : [];
  });
  if (missing.length === 0) return;
  const products = await lockProducts(
    em,
    missing.map(({ line }) => ({ productId: line.product.id })),
  );
  const uncounted: string[] = [];
  const moved: StockMove[] = [];
  for (const { line, wanted } of missing) {
    const product = products.get(line.product.id);
    const takes = Math.min(wanted, product?.stockQuantity ?? 0);
    if (product) product.stockQuantity -= takes;
    line.stockTaken += takes;
    moved.push({ productId: line.product.id, units: -takes });
    if (takes < wanted) uncounted.push(line.productName);
  }
  await moveStock(em, moved);
  if (uncounted.length === 0) return;
  const message = `Sent although the shop counted fewer: ${uncounted.join(", ")}. Count the stock again.`;
  addOrderEvent(em, context, { order, kind: "beyond_stock", message });
}

/**
 * The same with their batches, for what goes without a parcel: all that is still to be sent. Where that is nothing, the
 * day on which the last of it left stays. @throws ShopError `conflict` where nothing left and nothing will
 */
export async function handEverythingOver(
  em: EntityManager,
  context: Context,
  locked: LockedOrder,
): Promise<void> {
  const units = restOf(locked.lines);
  if (units.length === 0) {
    if (!hasGoneOut(locked.lines)) {
      throw new ShopError("conflict", "All of this order is cancelled: nothing is left to be sent.");
    }
    await dateWhatLeft(em, context, locked.order);
    return;
  }
  await leaveTheHouse(em, context, { ...locked, units });
  const { sentence } = await allocateBatches(em, { units });
  addBatchEvent(em, context, locked.order, sentence);
  locked.order.dispatchedAt = context.clock.now();
}

/** When the last of it left, of an order that ends without anything else leaving. */
async function dateWhatLeft(em: EntityManager, { clock }: Context, order: Order): Promise<void> {
  const last = await em.findOne(Parcel, { order: order.id }, { orderBy: { id: "desc" } });
  order.dispatchedAt ??= last?.createdAt ?? clock.now();
}

/** Units that have not left are not sent any more. */
export function cancelUnits(lines: readonly OrderLine[], units: readonly UnitsOfLine[]): void {
  for (const { lineId, quantity } of units) lineOf(lines, lineId).cancelledQuantity += quantity;
}

/** Units that come into stock; below 0, those that are taken out of it. */
export interface StockMove {
  productId: number;
  units: number;
}

/** The products must be locked. */
export async function moveStock(em: EntityManager, moved: readonly StockMove[]): Promise<void> {
  await em.execute(
    `update product set stock_quantity = stock_quantity + moved.units
       from (select "productId", sum(units)::int as units
               from jsonb_to_recordset(?::jsonb) as given("productId" int, units int) group by "productId") moved
      where product.id = moved."productId"`,
    [JSON.stringify(moved)],
  );
}

/**
 * Ends an order of which nothing is to be sent any more. Not while its customer's statement is open, which staff may
 * still close. The order must be locked.
 */
export async function endWhenNothingIsLeft(
  em: EntityManager,
  context: Context,
  { order, lines }: LockedOrder,
): Promise<void> {
  if ((order.status !== "pending" && order.status !== "processing") || !isAllSent(lines)) return;
  if ((await em.count(Withdrawal, { order: order.id, closedAt: null })) > 0) return;
  await endOrder(em, context, { order, lines });
  const [kind, message] = hasGoneOut(lines)
    ? (["status", "Order completed: nothing of it is left to be sent"] as const)
    : (["cancelled", "Order cancelled: its customer kept nothing of it"] as const);
  addOrderEvent(em, context, { order, kind, message });
}

/** Something of an order is to be sent again, of which nothing was: it is open. */
export function openToSend({ order, lines }: LockedOrder): void {
  if (!order.dispatchedAt || isAllSent(lines)) return;
  order.dispatchedAt = null;
  if (order.status === "completed") order.status = "processing";
}

/** Nothing of it is to be sent any more: it is completed where something left, and cancelled where nothing did. */
export async function endOrder(
  em: EntityManager,
  context: Context,
  { order, lines }: LockedOrder,
): Promise<void> {
  if (hasGoneOut(lines)) {
    order.status = "completed";
    await dateWhatLeft(em, context, order);
    return;
  }
  order.status = "cancelled";
  if (order.checkout && order.delivery?.slot) await releasePlace(em, order.checkout.id);
}
