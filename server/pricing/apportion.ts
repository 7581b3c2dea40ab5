import type { Pence } from "./money.ts";

/**
 * Apportions an amount by weights, to the penny; odd pence go where most was cut off. No share exceeds its weight while
 * the amount does not exceed all weights.
 */
export function apportion(amount: Pence, weights: readonly Pence[]): Pence[] {
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
