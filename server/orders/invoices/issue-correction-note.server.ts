import type { EntityManager } from "@mikro-orm/postgresql";
import { CorrectionNote, type Order, OrderLine, type Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { creditOf, type IssuedNote } from "./correction-note.ts";
import { takeCreditNoteNumber, takeDebitNoteNumber } from "./invoice-numbers.server.ts";
import { sumOf } from "./vat-document.ts";
import { invoiceSellerOf } from "./vat-invoice.ts";

const CANCELLED_UNPAID = "The order was cancelled before it was paid";
const CAME_BACK = "The bank returned the refund";

/**
 * Issues the credit note of a refund whose money has gone, dated now, unless one stands. The order must be locked; the
 * counter is locked last.
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
  const content = await contentOf(em, context, order, { ...refund, standing });
  return issueCreditNote(em, context, order, { refund, reason: refund.reason, content });
}

/**
 * Issues a credit note for the rest of the invoice of an order that nobody paid, dated now: its VAT is owed until then
 * (docs/decisions/031). None for an order that was free. The order must be locked.
 */
export async function creditUnpaidOrder(
  em: EntityManager,
  context: Context,
  order: Order,
): Promise<CorrectionNote | null> {
  const standing = await standingCreditNotes(em, order.id);
  const amount = order.totalAmount - sumOf(standing.flatMap(({ content }) => content.lines)).gross;
  if (amount <= 0) return null;
  const content = await contentOf(em, context, order, { amount, restock: [], standing });
  return issueCreditNote(em, context, order, { refund: null, reason: CANCELLED_UNPAID, content });
}

/**
 * Cancels the credit note of a refund, if one stands, by a debit note dated now: the note itself counts on its own day
 * for good. The order must be locked.
 */
export async function debitFailedRefund(
  em: EntityManager,
  context: Context,
  order: Order,
  refund: Refund,
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
    reason: CAME_BACK,
    content: credit.content,
    issuedAt: context.clock.now(),
  });
  await em.flush();
  return note;
}

/** The credit notes of an order that no debit note has cancelled, the oldest first. */
export async function standingCreditNotes(em: EntityManager, orderId: number): Promise<CorrectionNote[]> {
  const notes = await em.find(CorrectionNote, { order: orderId, isVoid: false }, { orderBy: { id: "asc" } });
  const reversed = new Set(notes.map(({ reverses }) => reverses?.id));
  return notes.filter(({ id, kind }) => kind === "credit" && !reversed.has(id));
}

interface Credited {
  amount: number;
  restock: Refund["restock"];
  standing: readonly CorrectionNote[];
}

async function contentOf(
  em: EntityManager,
  context: Context,
  order: Order,
  { amount, restock, standing }: Credited,
): Promise<IssuedNote> {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  return creditOf(
    { lines, shippingCost: order.shippingCost },
    { amount, restock, earlier: standing.map(({ content }) => content) },
    order.seller ?? invoiceSellerOf(context.settings),
  );
}

async function issueCreditNote(
  em: EntityManager,
  { settings, clock }: Context,
  order: Order,
  debitNote: { refund: Refund | null; reason: string; content: IssuedNote },
): Promise<CorrectionNote> {
  const note = em.create(CorrectionNote, {
    order,
    kind: "credit",
    number: await takeCreditNoteNumber(em, settings.orderNumberPrefix),
    issuedAt: clock.now(),
    ...debitNote,
  });
  await em.flush();
  return note;
}
