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
  const content = await contentOf(em, context, order, { ...refund, standing });
  return issueCreditNote(em, context, order, { refund, reason: refund.reason, content });
}

/**
 * Issues a credit note for the rest of an unpaid order's invoice, dated now: its VAT is due until then
 * (docs/decisions/031). None for a free order. The order must be locked.
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
 * Cancels a refund's credit note, if one stands, with a debit note dated now: the credit note itself keeps counting on
 * its own day. The order must be locked.
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

/** The credit notes of an order without a debit note that cancels them, oldest first. */
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
    { lines, shippingCost: order.shippingCost, delivery: order.delivery ?? null },
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
