import { OrderLine } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { findVisitedOrder, type OrderVisitor } from "./find-visited-order.server.ts";
import { invoiceSellerOf } from "./invoice-seller.ts";
import { standingCreditNotes } from "./issue-correction-note.server.ts";
import type { VatDocument } from "./vat-document.ts";
import { vatInvoiceOf } from "./vat-invoice.ts";

/**
 * The invoice of an order, for those who may read the order's papers. Made from the order's own columns, never from
 * products or users, so that it stays what it was; of a cancelled order it names what took it back.
 * @throws ShopError `not_found` for everybody else
 */
export async function findVatInvoice(context: Context, visitor: OrderVisitor): Promise<VatDocument> {
  const order = await findVisitedOrder(context, visitor);
  if (!order) throw new ShopError("not_found", "Invoice not found");
  const em = context.em.fork();
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const cancelled =
    order.status === "cancelled"
      ? { creditNotes: await standingCreditNotes(em, order.id), isVoid: order.invoiceIsVoid }
      : null;
  return vatInvoiceOf(
    {
      invoiceNumber: order.invoiceNumber,
      vatInvoiceNumber: order.vatInvoiceNumber,
      customerName: order.customerName,
      billingAddress: order.billingAddress,
      shippingAddress: order.shippingAddress,
      lines,
      shippingCost: order.shippingCost,
      totalAmount: order.totalAmount,
      paymentMethod: order.paymentMethod,
      paidAt: order.paidAt,
      taxPointAt: order.taxPointAt,
      createdAt: order.createdAt,
      isExport: order.isExport,
      cancelled,
    },
    order.seller ?? invoiceSellerOf(context.settings),
  );
}
