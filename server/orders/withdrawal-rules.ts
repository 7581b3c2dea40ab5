import type { Pence } from "#server/pricing/money.ts";
import { type CreditedUnits, paidWithCustomer, quantityOf, toSend, type UnitsOfLine } from "./line-units.ts";
import { amountOfUnits } from "./refund-rules.ts";

/** Units of an order line that the customer does not want to keep, with what was said of their state. */
export interface WithdrawnLine extends UnitMarks {
  lineId: number;
  productId: number;
  productName: string;
  quantity: number;
  /** Those of them that had gone out: they come back. The others are not sent any more. */
  sent: number;
  /** How many of those came back. */
  back: number;
}

/**
 * What may make the refund smaller or take the right to cancel away: something to look at once the goods are back, never
 * a reason to refuse the statement. Goods mixed inseparably with others, and goods sealed for hygiene once unsealed, are
 * outside the right (Consumer Contracts Regulations 2013, regulation 28(3); Directive 2011/83/EU, article 16).
 */
export interface UnitMarks {
  mixedIntoSoil: boolean;
  unsealed: boolean;
}

/** A mark as the customer chooses it and as others read it. */
export const markLabels: readonly { mark: keyof UnitMarks; choice: string; label: string }[] = [
  { mark: "mixedIntoSoil", choice: "Some of it is mixed into soil", label: "mixed into soil" },
  { mark: "unsealed", choice: "The seal of some of it is broken", label: "unsealed" },
];

/** "2 × Premium Biochar (mixed into soil)" */
export function withdrawnText(
  line: Pick<WithdrawnLine, "productName" | "quantity" | keyof UnitMarks>,
): string {
  const marks = markLabels.filter(({ mark }) => line[mark]).map(({ label }) => label);
  return `${line.quantity} × ${line.productName}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
}

/** Whether any of these units had gone out, so that it has to come back. */
export function wentOut(withdrawn: readonly Pick<WithdrawnLine, "sent">[]): boolean {
  return withdrawn.some(({ sent }) => sent > 0);
}

/** Units that the customer has told of and not sent back. */
export function onTheWayBack(
  withdrawn: readonly Pick<WithdrawnLine, "lineId" | "sent" | "back">[],
): UnitsOfLine[] {
  return withdrawn
    .map(({ lineId, sent, back }) => ({ lineId, quantity: sent - back }))
    .filter(({ quantity }) => quantity > 0);
}

/** A line of an order with what of it can still be withdrawn. */
export interface WithdrawableLine extends UnitsOfLine {
  productId: number;
  productName: string;
  /** Units that are still to be sent: the first that are withdrawn. */
  toSend: number;
  /** Units that can still be withdrawn. */
  left: number;
}

/**
 * The lines of an order with what can still be withdrawn: what is to be sent, and what the customer has, less what they
 * told before and have not sent back, and what they were given the money back for.
 */
export function withdrawableOf(
  lines: readonly (CreditedUnits & { id: number; product: { id: number }; productName: string })[],
  comingBack: readonly UnitsOfLine[],
): WithdrawableLine[] {
  return lines.map((line) => {
    const remaining = paidWithCustomer(line) - quantityOf(comingBack, line.id);
    return {
      ...{ lineId: line.id, productId: line.product.id, productName: line.productName },
      ...{ quantity: line.quantity, toSend: toSend(line), left: toSend(line) + Math.max(0, remaining) },
    };
  });
}

/** What a customer states of some units: of a line, or over REST of a product, whose lines are then taken in turn. */
export type StatedUnits = UnitMarks & { quantity: number } & ({ lineId: number } | { productId: number });

/** Some units, or all that are left, with what was said of the state of some lines. */
export type Statement = readonly StatedUnits[] | { everything: readonly (UnitMarks & { lineId: number })[] };

/** Puts a statement on the lines of the order; or says why it cannot be, and at which of its entries. */
export function placeOnLines(
  statement: Statement,
  withdrawable: readonly WithdrawableLine[],
): { lines: WithdrawnLine[]; error?: string; at?: number } {
  const open = withdrawable.map((line) => ({ ...line }));
  const stated = "everything" in statement ? everythingOf(open, statement.everything) : statement;
  const lines: WithdrawnLine[] = [];
  for (const [at, { quantity, mixedIntoSoil, unsealed, ...which }] of stated.entries()) {
    const meant = open.filter((line) =>
      "lineId" in which ? line.lineId === which.lineId : line.productId === which.productId,
    );
    const [first] = meant;
    if (!first) return { lines: [], error: "This is not in the order.", at };
    const free = meant.reduce((sum, { left }) => sum + left, 0);
    if (quantity > free) return { lines: [], error: tooMany(first.productName, free), at };
    let wanted = quantity;
    for (const line of meant) {
      const taken = Math.min(wanted, line.left);
      if (taken === 0) continue;
      const unsent = Math.min(taken, line.toSend);
      line.left -= taken;
      line.toSend -= unsent;
      wanted -= taken;
      const { lineId, productId, productName } = line;
      const marks = { mixedIntoSoil, unsealed };
      lines.push({
        lineId,
        productId,
        productName,
        quantity: taken,
        sent: taken - unsent,
        back: 0,
        ...marks,
      });
    }
  }
  if (lines.length > 0) return { lines };
  const isAnythingLeft = open.some(({ left }) => left > 0);
  const error = isAnythingLeft
    ? "Say how many of what you do not want to keep."
    : "Nothing of this order is left: you have told us before, or it was refunded.";
  return { lines, error };
}

function everythingOf(
  lines: readonly WithdrawableLine[],
  marked: readonly (UnitMarks & { lineId: number })[],
): StatedUnits[] {
  return lines.map(({ lineId, left }) => {
    const { mixedIntoSoil = false, unsealed = false } = marked.find((each) => each.lineId === lineId) ?? {};
    return { lineId, quantity: left, mixedIntoSoil, unsealed };
  });
}

function tooMany(productName: string, free: number): string {
  return free === 0
    ? `Nothing of ${productName} is left: you have told us before, or it was refunded.`
    : `At most ${free} of ${productName} can still be cancelled.`;
}

interface RefundFacts {
  lines: Parameters<typeof amountOfUnits>[1];
  /** What of the delivery is not credited. */
  delivery: Pence;
  /** What can still be refunded of what was paid. */
  refundable: Pence;
  /** Whether, with this, nothing of the order is kept. */
  isTheRest: boolean;
}

/**
 * What a withdrawal gives back, as far as it was paid: the goods, and what was paid for delivery where nothing is kept.
 * Of a dearer delivery that the customer chose, the difference to the standard one need not go back (reg. 34(2), (3)).
 */
export function suggestRefund(
  withdrawn: readonly UnitsOfLine[],
  { lines, delivery: whole, refundable, isTheRest }: RefundFacts,
) {
  const goods = amountOfUnits(withdrawn, lines);
  const delivery = isTheRest ? whole : 0;
  return { goods, delivery, amount: Math.min(goods + delivery, refundable) };
}

/** Open until its money has gone back, or staff closed it without. */
export const withdrawalStates = ["open", "refunded", "closed"] as const;

export type WithdrawalState = (typeof withdrawalStates)[number];

/** Of a reason, in characters. */
export const LONGEST_REASON = 500;
