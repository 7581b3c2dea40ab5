import { apportion, type CurrencyCode, formatMoney, type Pence, sum } from "#server/pricing/money.ts";
import {
  type CreditedUnits,
  creditableUnits,
  lineOf,
  partsOfCredit,
  priceOfUnits,
  quantityOf,
  toSend,
  type UnitsOfLine,
} from "./line-units.ts";

interface CountedRefund {
  amount: Pence;
  status: "requested" | "pending" | "succeeded" | "failed";
}

/** The amount refunded or on its way; a failed refund counts nothing. */
export function refundedOf(refunds: readonly CountedRefund[]): Pence {
  return refunds.reduce((sum, { amount, status }) => (status === "failed" ? sum : sum + amount), 0);
}

/** The amount that disputes have taken from a payment for good. */
export function lostOf(disputes: readonly { amountLost: Pence }[]): Pence {
  return disputes.reduce((sum, { amountLost }) => sum + amountLost, 0);
}

/** The amount of a payment that can still be refunded: never more than was captured, all refunds together. */
export function refundableOf(captured: Pence, refunds: readonly CountedRefund[]): Pence {
  return Math.max(0, captured - refundedOf(refunds));
}

/** Why this amount of what can still be refunded cannot be, in words for staff; undefined when it can. */
export function refundError(amount: Pence, refundable: Pence, currency: CurrencyCode): string | undefined {
  if (refundable === 0) return "Everything that was paid has been refunded.";
  if (!Number.isInteger(amount) || amount <= 0) return `Enter an amount above ${formatMoney(0, currency)}.`;
  if (amount > refundable) return `At most ${formatMoney(refundable, currency)} can be refunded.`;
  return undefined;
}

/** What a refund is for, of one line of its order, or of the delivery. Written once, with the refund. */
export interface RefundLine {
  /** Null for the delivery. */
  lineId: number | null;
  /** Units whose price goes back; 0 where an amount alone does. */
  quantity: number;
  /** Pence, VAT included. */
  amount: Pence;
  /** Of these units, those that were still to be sent, and are not any more. */
  cancelled: number;
  /** Those that the customer had, and that come back with this. */
  returned: number;
  /** Those that go back into stock. */
  toStock: number;
}

/** What of an order's delivery can still be credited. */
export function deliveryLeft({ shippingCost, creditedDelivery }: CreditableOrder["order"]): Pence {
  return shippingCost - creditedDelivery;
}

/** An order as far as something of it can be credited. */
export interface CreditableOrder {
  order: { shippingCost: Pence; creditedDelivery: Pence };
  lines: readonly (CreditedUnits & { id: number; productName: string })[];
}

/** What staff, or somebody at a provider, want to give back. */
export interface WantedCredit {
  units: readonly (UnitsOfLine & { isBackToStock: boolean })[];
  /** Pence of the delivery. */
  delivery: Pence;
  /** As typed; what the units and the delivery came to where it is missing. */
  amount?: Pence | undefined;
}

/** What was paid for these units, as far as it is not credited. */
export function amountOfUnits(
  units: readonly UnitsOfLine[],
  lines: readonly (Parameters<typeof priceOfUnits>[0] & { id: number })[],
): Pence {
  return units.reduce((sum, { lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    return line ? sum + priceOfUnits(line, quantity) : sum;
  }, 0);
}

/** Why the price of these units cannot go back, in words for staff; undefined when it can. */
export function unitsError(
  units: readonly UnitsOfLine[],
  lines: readonly (Parameters<typeof creditableUnits>[0] & { id: number; productName: string })[],
): string | undefined {
  for (const { lineId } of units) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return "More units than were ordered cannot be refunded.";
    const wanted = quantityOf(units, lineId);
    if (wanted > line.quantity) return "More units than were ordered cannot be refunded.";
    const left = creditableUnits(line);
    if (wanted > left) {
      return left === 0
        ? `${line.productName} has been refunded already.`
        : `Only ${left} of ${line.productName} ${left === 1 ? "has" : "have"} not been refunded yet.`;
    }
  }
  return undefined;
}

/**
 * What a refund is for: the chosen units and the delivery at their own prices; what was typed beyond these, or alone, is
 * spread over all that is left by value, to the penny. Together the refunds of an order never credit more of a line than
 * was charged for it (docs/rules.md#refunds-10).
 */
export function refundLinesOf({ order, lines }: CreditableOrder, wanted: WantedCredit): RefundLine[] {
  const parts = [
    ...lines.map((line) => {
      const units = quantityOf(wanted.units, line.id);
      const toStock = quantityOf(
        wanted.units.filter(({ isBackToStock }) => isBackToStock),
        line.id,
      );
      return {
        ...{ lineId: line.id as number | null, units, toStock },
        chosen: priceOfUnits(line, units),
        left: line.lineTotal - line.creditedAmount,
        ...partsOfCredit(line, units, toStock),
      };
    }),
    {
      ...{ lineId: null, units: 0, toStock: 0, cancelled: 0, returned: 0 },
      chosen: wanted.delivery,
      left: deliveryLeft(order),
    },
  ];
  const chosen = parts.map((part) => part.chosen);
  const amount = wanted.amount ?? sum(chosen);
  const forChosen = apportion(Math.min(amount, sum(chosen)), chosen);
  const rest = parts.map(({ left }, index) => left - (forChosen[index] ?? 0));
  const forRest = apportion(Math.min(amount - sum(forChosen), sum(rest)), rest);
  return parts.flatMap(({ lineId, units, toStock, cancelled, returned }, index) => {
    const credited = (forChosen[index] ?? 0) + (forRest[index] ?? 0);
    if (credited === 0 && units === 0) return [];
    return [{ lineId, quantity: units, amount: credited, cancelled, returned, toStock }];
  });
}

/** From now on these are credited, and what was still to be sent of them is not sent. */
export function credit(locked: CreditableOrder, credited: readonly RefundLine[]): void {
  addCredit(locked, credited, 1);
  for (const { lineId, cancelled } of ofGoods(credited))
    lineOf(locked.lines, lineId).cancelledQuantity += cancelled;
}

/** The money did not go: these are not credited any more. */
export function undoCredit(locked: CreditableOrder, credited: readonly RefundLine[]): void {
  addCredit(locked, credited, -1);
}

function addCredit({ order, lines }: CreditableOrder, credited: readonly RefundLine[], sign: 1 | -1): void {
  for (const { lineId, amount } of credited) if (lineId === null) order.creditedDelivery += sign * amount;
  for (const { lineId, quantity, amount } of ofGoods(credited)) {
    const line = lineOf(lines, lineId);
    line.creditedQuantity += sign * quantity;
    line.creditedAmount += sign * amount;
  }
}

/** Whether more goes back than is credited for it: by what is known here, less was left of the order. */
export function lacksCredit({
  amount,
  lines,
}: {
  amount: Pence;
  lines?: readonly RefundLine[] | null;
}): boolean {
  return lines != null && sum(lines.map((line) => line.amount)) < amount;
}

/** Without what is credited of the delivery. */
export function ofGoods(credited: readonly RefundLine[]) {
  return credited.flatMap(({ lineId, ...rest }) => (lineId === null ? [] : { lineId, ...rest }));
}

/**
 * What a refund of this amount that is only asked for is for, of what is left since another one was made; its goods stay
 * as they are.
 */
export function creditAgain(
  locked: CreditableOrder,
  amount: Pence,
  before: readonly RefundLine[],
): RefundLine[] {
  const units = ofGoods(before).map(({ lineId, quantity }) => ({
    lineId,
    quantity: Math.min(quantity, creditableUnits(lineOf(locked.lines, lineId))),
    isBackToStock: false,
  }));
  const ofDelivery = before.find(({ lineId }) => lineId === null)?.amount ?? 0;
  const delivery = Math.min(ofDelivery, deliveryLeft(locked.order));
  const credited = refundLinesOf(locked, { units, delivery, amount }).map((line) => {
    const same = before.find(({ lineId }) => lineId === line.lineId);
    const { cancelled, returned, toStock } = same ?? { cancelled: 0, returned: 0, toStock: 0 };
    return { ...line, cancelled, returned, toStock };
  });
  addCredit(locked, credited, 1);
  return credited;
}

/** A refund that was refused before anything followed from it: what it cancelled is sent after all. */
export function undoCancellation({ lines }: CreditableOrder, credited: readonly RefundLine[]): void {
  for (const { lineId, cancelled } of ofGoods(credited)) {
    const line = lineOf(lines, lineId);
    line.cancelledQuantity -= Math.min(cancelled, line.cancelledQuantity - line.cancelledToStock);
  }
}

/** The same of one that was refused and then made all the same: what it cancelled is not sent. */
export function creditAfterAll(
  locked: CreditableOrder,
  amount: Pence,
  before: readonly RefundLine[],
): RefundLine[] {
  const credited = creditAgain(locked, amount, before);
  for (const { lineId, cancelled } of ofGoods(credited)) {
    const line = lineOf(locked.lines, lineId);
    line.cancelledQuantity += Math.min(cancelled, toSend(line));
  }
  return credited;
}
