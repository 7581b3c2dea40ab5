import { Order } from "#db/entities/index.ts";
import { actorMay } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { readConfirmationToken } from "./confirmation-token.server.ts";

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
  const order = await context.em.fork().findOne(Order, { invoiceNumber }, { populate: ["checkout"] });
  return order && (await mayRead(context, order, visitor)) ? order : null;
}

async function mayRead(context: Context, order: Order, { cartId, token }: OrderVisitor): Promise<boolean> {
  const { actor, clock } = context;
  if (actorMay(actor, "orders.view:any")) return true;
  if (actor.kind === "user" && order.customer?.id === actor.id) return true;
  if (token) {
    const link = await readConfirmationToken(context.em.fork(), token, clock.now());
    return link?.invoiceNumber === order.invoiceNumber && !link.expired;
  }
  const payingCart = order.checkout?.cart?.id;
  return payingCart !== undefined && payingCart === cartId;
}
