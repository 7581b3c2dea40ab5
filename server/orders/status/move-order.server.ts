import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Order, OrderEvent } from "#db/entities/index.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { OrderEventKind } from "../lists/order-timeline.ts";
import { mayMove, type OrderStatus } from "./order-status.ts";

/**
 * Locks an order that staff want to change and compares it with what they saw. @throws ShopError `not_found`;
 * `conflict` when somebody else has changed it meanwhile.
 */
export async function lockSeenOrder(em: EntityManager, orderId: number, seen: OrderStatus): Promise<Order> {
  const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) throw new ShopError("not_found", "Order not found");
  if (order.status === seen) return order;
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

/** What happened to an order, in the words of its timeline; `order-timeline.ts` says who may read it. */
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
