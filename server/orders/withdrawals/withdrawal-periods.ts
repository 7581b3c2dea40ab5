import { shopDay, shopMoment } from "#server/core/shop-time.ts";

/*
 * The periods of a purchase that its customer cancels, in days. The day on which something happens does not count, and
 * a period ends with the end of its last day. Their sources are the Consumer Contracts (Information, Cancellation and
 * Additional Charges) Regulations 2013 (SI 2013/3134), whose part 3 is the right to cancel:
 *
 * - 28: contracts without it; (3) goods for which it ends, unsealed hygiene goods and goods mixed inseparably;
 * - 29: the right itself, without a reason; 30: the normal period; 31: a longer one where the shop did not tell of it;
 * - 32: how it is exercised, by any clear statement; (4) a statement on the shop's site is acknowledged by mail;
 * - 33: both sides' obligations end; 34: what the shop pays back, and until when; 35: the goods go back;
 * - 36 and 37: services and digital content, which the shop does not sell; 38: contracts that depend on this one.
 *
 * For customers in the European Union the figures of Directive 2011/83/EU, articles 9 to 16, are the same.
 */

/**
 * To cancel: from the day on which the customer, or somebody they named, has the goods, the last of them where one order
 * comes on several days (regulation 30(3) and (4); article 9(2)(b)).
 */
const DAYS_TO_CANCEL = 14;

/** To send the goods back: from the day on which the customer told the shop (regulation 35(4); article 14(1)). */
const DAYS_TO_SEND_BACK = 14;

/**
 * To refund: from the day on which the shop has the goods, or proof that they were sent (regulation 34(5); article 13(3)
 * lets the shop wait for that). Of goods that never went out, from the day on which the customer told the shop
 * (regulation 34(6); article 13(1)).
 */
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

interface Told {
  /** When the customer told the shop. */
  submittedAt: Date;
  /** Whether any of the goods had gone out. */
  wentOut: boolean;
  /** When the goods, or proof that they were sent, were here. */
  goodsBackAt: Date | null | undefined;
}

/** How long customer and shop have once the customer has cancelled, as ISO dates and times. */
export interface WithdrawalClocks {
  /** Until when the goods have to be sent back; null where none went out. */
  sendBackBy: string | null;
  /** Until when the money has to go back; null while that waits for the goods. */
  refundBy: string | null;
}

export function clocksOf({ submittedAt, wentOut, goodsBackAt }: Told): WithdrawalClocks {
  const counted = wentOut ? goodsBackAt : submittedAt;
  return {
    sendBackBy: wentOut ? endOfDays(submittedAt, DAYS_TO_SEND_BACK).toISOString() : null,
    refundBy: counted ? endOfDays(counted, DAYS_TO_REFUND).toISOString() : null,
  };
}
