import { shopDay, shopMoment } from "#server/core/shop-time.ts";

/*
 * The periods of a purchase that its customer cancels, in days. The day on which something happens does not count, and
 * a period ends with the end of its last day. Sources: the Consumer Contracts (Information, Cancellation and Additional
 * Charges) Regulations 2013 (SI 2013/3134), for customers in the European Union Directive 2011/83/EU, whose figures are
 * the same.
 */

/** To cancel, from the day on which the last of the goods arrived (regulation 30(3) and (4); article 9(2)). */
const DAYS_TO_CANCEL = 14;

/** To refund goods that never went out, from the day of the cancellation (regulation 34(6); article 13(1)). */
const DAYS_TO_REFUND = 14;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last moment of the day that is so many days after this one, by the shop's clocks. */
function endOfDays(since: Date, days: number): Date {
  const next = new Date(Date.parse(shopDay(since)) + (days + 1) * DAY_MS).toISOString().slice(0, 10);
  const midnight = shopMoment(next, 0);
  if (!midnight) throw new Error(`The clocks skip the midnight of ${next}.`);
  return new Date(midnight.getTime() - 1);
}

interface SentOrder {
  /** When its goods went out, or were handed over; none before. */
  dispatchedAt?: Date | string | null;
  status: string;
}

/**
 * The first day on which the time to cancel an order can be over, as ISO date and time; null while its goods have not
 * gone out, and of a cancelled one (docs/rules.md#refunds-9).
 */
export function cancelByOf({ dispatchedAt, status }: SentOrder): string | null {
  if (!dispatchedAt || status === "cancelled") return null;
  return endOfDays(new Date(dispatchedAt), DAYS_TO_CANCEL).toISOString();
}

/** Until when the money of an order goes back that staff cancelled before it went out, as ISO date and time. */
export function refundAfterCancellation(cancelledAt: Date): string {
  return endOfDays(cancelledAt, DAYS_TO_REFUND).toISOString();
}
