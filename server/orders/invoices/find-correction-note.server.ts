import { CorrectionNote } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { correctionNoteOf } from "./correction-note.ts";
import { findVisitedOrder, type OrderVisitor } from "./find-visited-order.server.ts";
import type { VatDocument } from "./vat-document.ts";

const NOTE_NUMBER = /^[\w-]{1,30}$/;

/**
 * A credit or debit note of an order, for those who may read the order's papers, as it was issued.
 * @throws ShopError `not_found` for everybody else, and for a note of another order
 */
export async function findCorrectionNote(
  context: Context,
  visitor: OrderVisitor & { noteNumber: string },
): Promise<VatDocument> {
  const { noteNumber: number } = visitor;
  const order = await findVisitedOrder(context, visitor);
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
  });
}
