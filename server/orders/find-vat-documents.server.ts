import { CorrectionNote, type Order, OrderLine } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { SterlingRate } from "#server/pricing/money.ts";
import { correctionNoteOf } from "./correction-note.ts";
import { standingCreditNotes } from "./invoices.server.ts";
import { findVisitedOrder, type OrderVisitor } from "./own-orders.server.ts";
import type { VatDocument } from "./vat-document.ts";
import { invoiceSellerOf, vatInvoiceOf } from "./vat-invoice.ts";

/**
 * The invoice of an order, for those who may read its documents. It uses the order's own columns, never products or
 * users, so that it stays unchanged. For a cancelled order it names the note that cancelled it. @throws ShopError
 * `not_found` for everybody else
 */
export async function findVatInvoice(context: Context, visitor: OrderVisitor): Promise<VatDocument> {
  const order = await findVisitedOrder(context, visitor, "orders.viewMoney");
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
      delivery: order.delivery ?? null,
      totalAmount: order.totalAmount,
      currency: order.currency,
      sterling: sterlingOf(order),
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

const NOTE_NUMBER = /^[\w-]{1,30}$/;

/**
 * A credit or debit note of an order as issued, for those who may read its documents. @throws ShopError `not_found`
 * for everybody else, and for a note of another order
 */
export async function findCorrectionNote(
  context: Context,
  visitor: OrderVisitor & { noteNumber: string },
): Promise<VatDocument> {
  const { noteNumber: number } = visitor;
  const order = await findVisitedOrder(context, visitor, "orders.viewMoney");
  const em = context.em.fork();
  const note =
    order && NOTE_NUMBER.test(number)
      ? await em.findOne(CorrectionNote, { order: order.id, number }, { populate: ["refund", "reverses"] })
      : null;
  if (!order || !note) throw new ShopError("not_found", "Credit or debit note not found");
  const counterpart = note.reverses ?? (await em.findOne(CorrectionNote, { reverses: note.id }));
  const { kind, content, reason, issuedAt, isVoid, refund } = note;
  return correctionNoteOf(order, {
    kind,
    number,
    content,
    reason,
    issuedAt,
    isVoid,
    refunded: refund?.amount ?? null,
    counterpart,
    sterling: sterlingOf(order),
  });
}

/** The rate that an order was made with. */
function sterlingOf({ sterlingRate, sterlingRateDay }: Order): SterlingRate | null {
  return sterlingRate && sterlingRateDay ? { rate: sterlingRate, day: sterlingRateDay } : null;
}
