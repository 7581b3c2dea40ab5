import type { FilterQuery } from "@mikro-orm/postgresql";
import { Order } from "#db/entities/index.ts";
import { actorMay } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { readConfirmationToken } from "../placing/confirmation-token.server.ts";

export interface OrderVisitor {
  /** The number in the address. */
  invoiceNumber: string;
  cartId: string | null;
  /** `?t=` of a link in our mails. */
  token: string | null;
}

const INVOICE_NUMBER = /^INV-\d{1,16}$/;

/**
 * An order for those who may read its papers: staff, the customer whose order it is, and whoever paid it, known by the
 * signed link or the browser's own cart as on the confirmation page. Null for everybody else, whether the number exists
 * or not.
 */
export async function findVisitedOrder(context: Context, visitor: OrderVisitor): Promise<Order | null> {
  const { invoiceNumber } = visitor;
  if (!INVOICE_NUMBER.test(invoiceNumber)) return null;
  const ways = await waysToRead(context, visitor);
  // An order that is not theirs is not read at all: it takes as long as one that is not there.
  const em = context.em.fork();
  if (ways === "any") return em.findOne(Order, { invoiceNumber });
  return ways.length > 0 ? em.findOne(Order, { invoiceNumber, $or: ways }) : null;
}

/** By what an order may be the visitor's. */
async function waysToRead(
  { actor, clock, em }: Context,
  { invoiceNumber, cartId, token }: OrderVisitor,
): Promise<"any" | FilterQuery<Order>[]> {
  if (actorMay(actor, "orders.viewMoney")) return "any";
  const ways: FilterQuery<Order>[] = actor.kind === "user" ? [{ customer: actor.id }] : [];
  if (token) {
    const link = await readConfirmationToken(em.fork(), token, clock.now());
    return link?.invoiceNumber === invoiceNumber && !link.expired ? "any" : ways;
  }
  return cartId === null ? ways : [...ways, { checkout: { cart: cartId } }];
}
