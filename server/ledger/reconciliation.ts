import type { ProviderMoney } from "#server/payments/provider-facts.ts";
import { formatMoney } from "#server/pricing/currency.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { Gap } from "./find-gap.ts";
import type { OwnMoney } from "./own-money.ts";

/** Payments or refunds of one provider in one currency: theirs and ours. */
export interface ComparedTotal {
  provider: "stripe" | "paypal";
  kind: "payment" | "refund";
  currency: string;
  theirs: { count: number; amount: Pence };
  ours: { count: number; amount: Pence };
}

/** What a comparison with the providers' own lists has found. */
export interface Reconciliation {
  totals: ComparedTotal[];
  gaps: Gap[];
  /** How many payments and refunds were looked at. */
  compared: number;
}

/** Counts what has moved or is on its way, so that the two sides are equal when there is no gap. */
export function addToTotals(
  totals: ComparedTotal[],
  theirs: ProviderMoney | undefined,
  ours: OwnMoney | undefined,
): void {
  if (theirs && (theirs.state === "moved" || theirs.state === "pending")) {
    const total = totalFor(totals, theirs);
    total.theirs.count += 1;
    total.theirs.amount += theirs.amount;
  }
  if (ours && (ours.state === "moved" || ours.state === "pending")) {
    const total = totalFor(totals, ours);
    total.ours.count += 1;
    total.ours.amount += ours.amount;
  }
}

function totalFor(totals: ComparedTotal[], money: ProviderMoney | OwnMoney): ComparedTotal {
  const { provider, kind, currency } = money;
  const known = totals.find(
    (total) => total.provider === provider && total.kind === kind && total.currency === currency,
  );
  if (known) return known;
  const made: ComparedTotal = {
    provider,
    kind,
    currency,
    theirs: { count: 0, amount: 0 },
    ours: { count: 0, amount: 0 },
  };
  totals.push(made);
  return made;
}

const names = {
  stripe: { payment: "Stripe payments", refund: "Stripe refunds" },
  paypal: { payment: "PayPal payments", refund: "PayPal refunds" },
} as const;

/** The report of `npm run reconcile`: a small table, then each gap in a line of its own. */
export function reconciliationText({ totals, gaps, compared }: Reconciliation): string {
  const rows = totals.map(({ provider, kind, currency, theirs, ours }) => [
    names[provider][kind],
    String(theirs.count),
    formatMoney(theirs.amount, { provider, currency }),
    String(ours.count),
    formatMoney(ours.amount, { provider, currency }),
    formatMoney(theirs.amount - ours.amount, { provider, currency }),
  ]);
  const table = [["", "there", "", "here", "", "difference"], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  const found = gaps.length === 0 ? "No gap." : `${gaps.length} ${gaps.length === 1 ? "gap" : "gaps"}:`;
  const shown = rows.length > 0 ? lines : [];
  return [...shown, `${compared} compared. ${found}`, ...gaps.map(({ text }) => `- ${text}`)].join("\n");
}
