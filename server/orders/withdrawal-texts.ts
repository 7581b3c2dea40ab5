import type { PostalAddress } from "#server/checkout/checkout.ts";
import { shopDay, shopMoment } from "#server/core/shop-time.ts";
import { countryCodeOf } from "#server/pricing/country-names.ts";
import { isInEuropeanUnion } from "#server/pricing/vat.ts";

/** By whose law an order is cancelled. */
export type WithdrawalWording = "uk" | "eu";

/**
 * What cancelling is called: the link on the order's page and the heading of the page that it opens, the button that
 * sends the statement, what the customer sends, and what they state in it. In the European Union article 11a of Directive 2011/83/EU (by Directive (EU) 2023/2673, since
 * 19 June 2026) says what stands on the link (paragraph 1), and that nothing but "confirm withdrawal" stands on the button
 * that sends the statement (paragraph 3); in the United Kingdom any clear words will do (Consumer Contracts Regulations
 * 2013, regulation 32). The notice is that of the model form, Schedule 3 part B and Annex I part B.
 */
export const withdrawalTexts = {
  uk: {
    link: "Cancel or return",
    confirm: "Confirm",
    noun: "cancellation",
    notice: "I give notice that I cancel my contract of sale of the following goods",
  },
  eu: {
    link: "Withdraw from contract here",
    confirm: "Confirm withdrawal",
    noun: "withdrawal",
    notice: "I give notice that I withdraw from my contract of sale of the following goods",
  },
} as const satisfies Record<WithdrawalWording, object>;

/** The page on which an order, or a part of it, is cancelled, with the token of a signed link. */
export function withdrawalPath(invoiceNumber: string, token: string | null): string {
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/withdraw`;
  return token ? `${path}?${new URLSearchParams({ t: token })}` : path;
}

/** The European Union's where the buyer or the goods are there. */
export function wordingOf({
  billingAddress,
  shippingAddress,
}: Record<"billingAddress" | "shippingAddress", PostalAddress>): WithdrawalWording {
  return [billingAddress, shippingAddress].some(isInTheUnion) ? "eu" : "uk";
}

function isInTheUnion({ countryCode, country }: PostalAddress): boolean {
  return isInEuropeanUnion(countryCode ?? countryCodeOf(country) ?? "");
}

/*
 * The periods of a purchase that its customer cancels, in days. The day on which something happens does not count, and
 * a period ends with the end of its last day. Their sources are part 3 of the Consumer Contracts (Information,
 * Cancellation and Additional Charges) Regulations 2013 (SI 2013/3134), and Directive 2011/83/EU, articles 9 to 16, whose
 * figures for customers in the European Union are the same.
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

/**
 * How long customer and shop have once the customer has told the shop at `submittedAt`, as ISO dates and times; the goods,
 * or proof that they were sent, were here at `goodsBackAt`.
 */
export function clocksOf({
  submittedAt,
  wentOut,
  goodsBackAt,
}: {
  submittedAt: Date;
  wentOut: boolean;
  goodsBackAt: Date | null | undefined;
}) {
  const counted = wentOut ? goodsBackAt : submittedAt;
  return {
    /** Until when the goods have to be sent back; null where none went out. */
    sendBackBy: wentOut ? endOfDays(submittedAt, DAYS_TO_SEND_BACK).toISOString() : null,
    /** Until when the money has to go back; null while that waits for the goods. */
    refundBy: counted ? endOfDays(counted, DAYS_TO_REFUND).toISOString() : null,
  };
}
