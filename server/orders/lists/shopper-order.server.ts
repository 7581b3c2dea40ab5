import { CorrectionNote } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { CorrectionKind } from "../invoices/correction-note.ts";
import { sumOf } from "../invoices/vat-document.ts";

/** One line of an order's timeline. */
export interface OrderEventView {
  id: number;
  message: string;
  /** ISO date and time. */
  createdAt: string;
}

/**
 * What a shopper is shown of an order's timeline: all but what is between shop and bank, the payment's number, and what
 * staff are told to do.
 */
export async function shopperTimeline(context: Context, orderId: number): Promise<OrderEventView[]> {
  return context.em.execute<OrderEventView[]>(
    `select id, case kind when 'paid' then 'Order placed and paid' else message end as message,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from order_event where order_id = ? and kind not like 'dispute%' and kind not like 'warning%'
       and kind not in ('backorder', 'express_delivery', 'delivery_to_be_agreed', 'export_evidence')
     order by created_at, id`,
    [orderId],
  );
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
