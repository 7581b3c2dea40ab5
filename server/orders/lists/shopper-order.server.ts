import { CarbonStatement, CorrectionNote, OrderEvent } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { CorrectionKind } from "../invoices/correction-note.ts";
import { sumOf } from "../invoices/vat-document.ts";
import { textFor } from "./order-timeline.ts";

/** One line of an order's timeline. */
export interface OrderEventView {
  id: number;
  message: string;
  /** ISO date and time. */
  createdAt: string;
}

/** What a shopper is shown of an order's timeline: only the kinds of lines that are for its buyer. */
export async function shopperTimeline(context: Context, orderId: number): Promise<OrderEventView[]> {
  const em = context.em.fork();
  const events = await em.find(OrderEvent, { order: orderId }, { orderBy: { createdAt: "asc", id: "asc" } });
  return events.flatMap((event) => {
    const message = textFor("buyer", event);
    return message === null ? [] : [{ id: event.id, message, createdAt: event.createdAt.toISOString() }];
  });
}

/** A credit or debit note, as a line among an order's papers. */
export interface CorrectionNoteView {
  kind: CorrectionKind;
  number: string;
  amount: Pence;
  /** None where an order was cancelled before anybody paid. */
  refundId: number | null;
}

/** The credit and debit notes of an order, the oldest first; void ones are left out. */
export async function correctionNotesOf(context: Context, orderId: number): Promise<CorrectionNoteView[]> {
  const notes = await context.em
    .fork()
    .find(CorrectionNote, { order: orderId, isVoid: false }, { orderBy: { id: "asc" } });
  return notes.map(({ kind, number, content, refund }) => ({
    kind,
    number,
    amount: sumOf(content.lines).gross,
    refundId: refund?.id ?? null,
  }));
}

/** Whether a carbon statement of the order holds. */
export async function hasCarbonStatement(context: Context, orderId: number): Promise<boolean> {
  return (await context.em.fork().count(CarbonStatement, { order: orderId, revokedAt: null })) > 0;
}
