import { Order, OrderLine } from "#db/entities/index.ts";
import { actorMay } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { readConfirmationToken } from "./confirmation-token.server.ts";
import { invoiceSellerOf } from "./invoice-seller.ts";
import { type VatInvoice, vatInvoiceOf } from "./vat-invoice.ts";

interface InvoiceVisitor {
  /** The number in the address. */
  invoiceNumber: string;
  cartId: string | null;
  /** `?t=` of a link in our mails. */
  token: string | null;
}

const INVOICE_NUMBER = /^INV-\d{1,16}$/;

/**
 * The invoice of an order: for staff, for the customer whose order it is, and for whoever paid it, known by the signed
 * link or the browser's own cart as on the confirmation page (resolution B15). For everybody else there is none, and
 * nothing tells whether the number exists. Made from the order's own columns, never from products or users, so that it
 * stays what it was.
 * @throws ShopError `not_found`
 */
export async function findVatInvoice(context: Context, visitor: InvoiceVisitor): Promise<VatInvoice> {
  const { invoiceNumber } = visitor;
  const order = INVOICE_NUMBER.test(invoiceNumber)
    ? await context.em.fork().findOne(Order, { invoiceNumber }, { populate: ["checkout"] })
    : null;
  if (!order || !(await mayRead(context, order, visitor))) {
    throw new ShopError("not_found", "Invoice not found");
  }
  const lines = await context.em.fork().find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  return vatInvoiceOf(
    {
      invoiceNumber,
      vatInvoiceNumber: order.vatInvoiceNumber,
      customerName: order.customerName,
      billingAddress: order.billingAddress,
      shippingAddress: order.shippingAddress,
      lines,
      shippingCost: order.shippingCost,
      totalAmount: order.totalAmount,
      paymentMethod: order.paymentMethod,
      paidAt: order.paidAt ?? null,
      createdAt: order.createdAt,
    },
    order.seller ?? invoiceSellerOf(context.settings),
  );
}

async function mayRead(context: Context, order: Order, { cartId, token }: InvoiceVisitor): Promise<boolean> {
  const { actor } = context;
  if (actorMay(actor, "orders.view:any")) return true;
  if (actor.kind === "user" && order.customer?.id === actor.id) return true;
  if (token) return (await readConfirmationToken(context.em.fork(), token)) === order.invoiceNumber;
  const payingCart = order.checkout?.cart?.id;
  return payingCart !== undefined && payingCart === cartId;
}
