import type { Pence } from "#server/pricing/money.ts";
import type { VatDocumentLine } from "./vat-document.ts";

interface Credit {
  /** The amount refunded, in pence. */
  amount: Pence;
  /** Units of goods lines that came back, by the line's position on the invoice. */
  returned: readonly { position: number; quantity: number }[];
}

type Credited = Pick<VatDocumentLine, "position" | "vat" | "gross">;

/**
 * Apportions a refund over the lines of its invoice, to the penny: first to the returned goods, at their price, the
 * rest over what is left of all lines by value. It leaves out what earlier notes credited, so that all notes of an
 * invoice together never credit more of a line, nor more VAT, than it charged; once a line is credited in full, all of
 * its VAT is. Lines that get nothing are not listed.
 */
export function creditLinesOf(
  invoiced: readonly VatDocumentLine[],
  earlier: readonly Credited[],
  { amount, returned }: Credit,
): VatDocumentLine[] {
  const lines = invoiced.map((line) => ({ line, before: creditedBefore(line, earlier) }));
  const left = lines.map(({ line, before }) => Math.max(0, line.gross - before.gross));
  // Refunds stay within what was captured. Should a provider ever report more, the note still says what was paid out.
  const open = sum(left) >= amount ? left : lines.map(({ line }) => line.gross);

  const units = lines.map(({ line }) => unitsOf(line, returned));
  const goods = lines.map(({ line }, index) =>
    Math.min((line.unitPrice ?? 0) * (units[index] ?? 0), open[index] ?? 0),
  );
  const forGoods = apportion(Math.min(amount, sum(goods)), goods);
  const remaining = open.map((gross, index) => gross - (forGoods[index] ?? 0));
  const forRest = apportion(amount - sum(forGoods), remaining);

  return lines.flatMap(({ line, before }, index) => {
    const gross = (forGoods[index] ?? 0) + (forRest[index] ?? 0);
    if (gross === 0) return [];
    const vat = vatOfPart(line, before.gross + gross) - before.vat;
    const amounts = { net: gross - vat, vat, gross };
    return [{ ...line, ...whatOf(line, units[index] ?? 0, gross), ...amounts }];
  });
}

function creditedBefore({ position }: VatDocumentLine, earlier: readonly Credited[]) {
  const same = earlier.filter((line) => line.position === position);
  return { vat: sum(same.map(({ vat }) => vat)), gross: sum(same.map(({ gross }) => gross)) };
}

function unitsOf({ position }: VatDocumentLine, returned: Credit["returned"]): number {
  return sum(returned.filter((goods) => goods.position === position).map(({ quantity }) => quantity));
}

/** The VAT inside a part of a line, rounded half up, in steps that end at the line's own VAT exactly. */
function vatOfPart(line: VatDocumentLine, gross: Pence): Pence {
  const [vat, part, whole] = [BigInt(line.vat), BigInt(gross), BigInt(line.gross)];
  return Number((2n * vat * part + whole) / (2n * whole));
}

/** Whole units where whole units are credited, otherwise a part of the price. */
function whatOf(line: VatDocumentLine, units: number, gross: Pence): Partial<VatDocumentLine> {
  if (gross === line.gross) return {};
  if (units > 0 && gross === units * (line.unitPrice ?? 0)) return { quantity: units };
  return { description: `${line.description}, part of the price`, quantity: null, unitPrice: null };
}

/**
 * Apportions an amount by weights, to the penny; odd pence go where most was cut off. No share exceeds its weight while
 * the amount does not exceed all weights.
 */
function apportion(amount: Pence, weights: readonly Pence[]): Pence[] {
  const whole = sum(weights);
  if (amount <= 0 || whole <= 0) return weights.map(() => 0);
  // BigInt: the product of two amounts may exceed the largest exact number.
  const shares = weights.map((weight, index) => ({
    index,
    gross: Number((BigInt(amount) * BigInt(weight)) / BigInt(whole)),
    cutOff: Number((BigInt(amount) * BigInt(weight)) % BigInt(whole)),
  }));
  let odd = amount - sum(shares.map(({ gross }) => gross));
  for (const share of shares.toSorted((a, b) => b.cutOff - a.cutOff)) {
    if (odd === 0) break;
    share.gross += 1;
    odd -= 1;
  }
  return shares.map(({ gross }) => gross);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
