import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { Pence } from "#server/pricing/money.ts";

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
     from order_event where order_id = ? and kind not like 'dispute%'
       and kind not in ('backorder', 'express_delivery', 'delivery_to_be_agreed')
     order by created_at, id`,
    [orderId],
  );
}

export interface CreditNoteView {
  number: string;
  amount: Pence;
}

/** The credit notes of an order that count, the oldest first. */
export async function creditNotesOf(context: Context, orderId: number): Promise<CreditNoteView[]> {
  const refunds = await context.em
    .fork()
    .find(
      Refund,
      { order: orderId, status: "succeeded", creditNoteNumber: { $ne: null } },
      { orderBy: { creditNoteNumber: "asc" } },
    );
  return refunds.flatMap(({ creditNoteNumber, amount }) =>
    creditNoteNumber ? [{ number: creditNoteNumber, amount }] : [],
  );
}
