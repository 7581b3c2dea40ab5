import type { FilterQuery } from "@mikro-orm/postgresql";
import { Order } from "#db/entities/index.ts";
import type { Capability } from "#server/access/capabilities.ts";
import { actorMay } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { readConfirmationToken } from "../placing/confirm-order.server.ts";

export interface OrderVisitor {
  /** The number in the address. */
  invoiceNumber: string;
  cartId: string | null;
  /** `?t=` of a link in our mails. */
  token: string | null;
}

const INVOICE_NUMBER = /^INV-\d{1,16}$/;

/**
 * An order for those whose it is: the customer who placed it, and its payer, known by the signed link or the browser's own
 * cart as on the confirmation page; and for staff who hold `staffMay`. Null for everybody else, whether the number exists
 * or not.
 */
export async function findVisitedOrder(
  context: Context,
  visitor: OrderVisitor,
  staffMay: Capability,
): Promise<Order | null> {
  const { invoiceNumber } = visitor;
  if (!INVOICE_NUMBER.test(invoiceNumber)) return null;
  const ways = await waysToRead(context, visitor, staffMay);
  // Does not read somebody else's order, so that it takes as long as one that does not exist.
  const em = context.em.fork();
  if (ways === "any") return em.findOne(Order, { invoiceNumber });
  return ways.length > 0 ? em.findOne(Order, { invoiceNumber, $or: ways }) : null;
}

/** The conditions under which an order is the visitor's. */
async function waysToRead(
  { actor, clock, em }: Context,
  { invoiceNumber, cartId, token }: OrderVisitor,
  staffMay: Capability,
): Promise<"any" | FilterQuery<Order>[]> {
  if (actorMay(actor, staffMay)) return "any";
  const ways: FilterQuery<Order>[] = actor.kind === "user" ? [{ customer: actor.id }] : [];
  if (token) {
    const link = await readConfirmationToken(em.fork(), token, clock.now());
    return link?.invoiceNumber === invoiceNumber && !link.expired ? "any" : ways;
  }
  return cartId === null ? ways : [...ways, { checkout: { cart: cartId } }];
}
