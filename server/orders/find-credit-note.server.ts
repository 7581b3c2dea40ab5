import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { creditNoteOf } from "./credit-note.ts";
import { findVisitedOrder, type OrderVisitor } from "./find-visited-order.server.ts";
import type { VatDocument } from "./vat-document.ts";

const CREDIT_NOTE_NUMBER = /^[\w-]{1,30}$/;

/**
 * A credit note of an order, for those who may read the order's papers, as it was issued.
 * @throws ShopError `not_found` for everybody else, and for a note of another order
 */
export async function findCreditNote(
  context: Context,
  visitor: OrderVisitor & { creditNoteNumber: string },
): Promise<VatDocument> {
  const { creditNoteNumber } = visitor;
  const order = await findVisitedOrder(context, visitor);
  const refund =
    order && CREDIT_NOTE_NUMBER.test(creditNoteNumber)
      ? await context.em.fork().findOne(Refund, { order: order.id, creditNoteNumber })
      : null;
  if (!order || !refund?.creditNote) throw new ShopError("not_found", "Credit note not found");
  return creditNoteOf(order, {
    creditNoteNumber,
    creditNote: refund.creditNote,
    amount: refund.amount,
    reason: refund.reason,
    completedAt: refund.completedAt ?? refund.createdAt,
    isVoid: refund.status === "failed",
  });
}
