import type { EntityManager } from "@mikro-orm/postgresql";
import { CorrectionNote, type Order, OrderLine, type Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { RefundLine } from "../refunds/refund-lines.ts";
import { creditOf, debitReasons, type IssuedNote } from "./correction-note.ts";
import { takeCreditNoteNumber, takeDebitNoteNumber } from "./invoice-numbers.server.ts";
import { invoiceSellerOf } from "./vat-invoice.ts";

/**
 * Issues the credit note of a refund that has been paid out, dated now, unless one stands. The order must be locked;
 * the counter is locked last.
 */
export async function creditRefund(
  em: EntityManager,
  context: Context,
  order: Order,
  refund: Refund,
): Promise<CorrectionNote> {
  const standing = await standingCreditNotes(em, order.id);
  const own = standing.find((note) => note.refund?.id === refund.id);
  if (own) return own;
  const content = await contentOf(em, context, order, refund.lines ?? [], standing);
  return issueCreditNote(em, context, order, { refund, reason: refund.reason, content });
}

/**
 * Issues a credit note for what of an unpaid order is not to be paid any more, dated now: its VAT is due until then
 * (docs/decisions/031). The order must be locked.
 */
export async function creditUnpaid(
  em: EntityManager,
  context: Context,
  order: Order,
  { lines, reason, key }: { lines: readonly RefundLine[]; reason: string; key?: string },
): Promise<CorrectionNote> {
  const standing = await standingCreditNotes(em, order.id);
  const content = await contentOf(em, context, order, lines, standing);
  return issueCreditNote(em, context, order, { refund: null, reason, content, key: key ?? null });
}

/**
 * Takes a refund's credit note back, if one stands, with a debit note dated now: the credit note itself keeps counting on
 * its own day. The order must be locked.
 */
export async function debitRefund(
  em: EntityManager,
  context: Context,
  order: Order,
  refund: Refund,
  reason: string = debitReasons.returned,
): Promise<CorrectionNote | null> {
  const standing = await standingCreditNotes(em, order.id);
  const credit = standing.find((note) => note.refund?.id === refund.id);
  if (!credit) return null;
  const note = em.create(CorrectionNote, {
    order,
    refund,
    kind: "debit",
    number: await takeDebitNoteNumber(em, context.settings.orderNumberPrefix),
    reverses: credit,
    reason,
    content: credit.content,
    issuedAt: context.clock.now(),
  });
  await em.flush();
  return note;
}

/** The credit notes of an order without a debit note that cancels them, oldest first. */
export async function standingCreditNotes(em: EntityManager, orderId: number): Promise<CorrectionNote[]> {
  const notes = await em.find(CorrectionNote, { order: orderId, isVoid: false }, { orderBy: { id: "asc" } });
  const reversed = new Set(notes.map(({ reverses }) => reverses?.id));
  return notes.filter(({ id, kind }) => kind === "credit" && !reversed.has(id));
}

async function contentOf(
  em: EntityManager,
  context: Context,
  order: Order,
  credited: readonly RefundLine[],
  standing: readonly CorrectionNote[],
): Promise<IssuedNote> {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  return creditOf(
    { lines, shippingCost: order.shippingCost, delivery: order.delivery ?? null },
    { credited, earlier: standing.map(({ content }) => content) },
    order.seller ?? invoiceSellerOf(context.settings),
  );
}

async function issueCreditNote(
  em: EntityManager,
  { settings, clock }: Context,
  order: Order,
  creditNote: { refund: Refund | null; reason: string; content: IssuedNote; key?: string | null },
): Promise<CorrectionNote> {
  const note = em.create(CorrectionNote, {
    order,
    kind: "credit",
    number: await takeCreditNoteNumber(em, settings.orderNumberPrefix),
    issuedAt: clock.now(),
    ...creditNote,
  });
  await em.flush();
  return note;
}
