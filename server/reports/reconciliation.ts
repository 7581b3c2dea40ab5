import { z } from "zod";
import { isoDay } from "#server/core/fields.ts";
import { dayAway, displayDate, shopDay } from "#server/core/shop-time.ts";
import { formatProviderMoney, type ProviderMoney } from "#server/payments/provider-facts.ts";
import { type ProviderId, profileOf, providerIds } from "#server/payments/provider-list.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A payment or refund as our books have it. */
export const ownMoneySchema = z.object({
  provider: z.enum(providerIds),
  kind: z.enum(["payment", "refund"]),
  /** The provider's id; none for a refund that the provider has not confirmed. */
  id: z.string().nullable(),
  paymentId: z.string(),
  /** Of a refund: our own key, which the provider keeps too. */
  key: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  /** asked: a refund that is stored and that the provider has not been asked for yet. */
  state: z.enum(["moved", "pending", "none", "asked"]),
  /** Our own word for its state. */
  status: z.string(),
});

export type OwnMoney = z.output<typeof ownMoneySchema>;

/** Payments or refunds of one provider in one currency: theirs and ours. */
export interface ComparedTotal {
  provider: ProviderId;
  kind: "payment" | "refund";
  currency: string;
  theirs: { count: number; amount: Pence };
  ours: { count: number; amount: Pence };
}

/** The result of a comparison with the providers' own lists. */
export interface Reconciliation {
  totals: ComparedTotal[];
  /** Each in one sentence. */
  differences: string[];
  /** How many payments and refunds were looked at. */
  compared: number;
}

/** Counts what has moved or is on its way, so that the two sides are equal when there is no difference. */
export function addToTotals(
  totals: ComparedTotal[],
  theirs: ProviderMoney | undefined,
  ours: OwnMoney | undefined,
): void {
  for (const [side, money] of [["theirs", theirs] as const, ["ours", ours] as const]) {
    if (money?.state !== "moved" && money?.state !== "pending") continue;
    const total = totalFor(totals, money)[side];
    total.count += 1;
    total.amount += money.amount;
  }
}

function totalFor(totals: ComparedTotal[], money: ProviderMoney | OwnMoney): ComparedTotal {
  const { provider, kind, currency } = money;
  const existing = totals.find(
    (total) => total.provider === provider && total.kind === kind && total.currency === currency,
  );
  if (existing) return existing;
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

/** The report of `npm run reconcile`: a small table, then each difference in a line of its own. */
export function reconciliationText({ totals, differences, compared }: Reconciliation): string {
  const rows = totals.map(({ provider, kind, currency, theirs, ours }) => [
    `${profileOf(provider).name} ${kind}s`,
    String(theirs.count),
    formatProviderMoney(theirs.amount, { provider, currency }),
    String(ours.count),
    formatProviderMoney(ours.amount, { provider, currency }),
    formatProviderMoney(theirs.amount - ours.amount, { provider, currency }),
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
  const heading =
    differences.length === 0
      ? "No difference."
      : `${differences.length} ${differences.length === 1 ? "difference" : "differences"}:`;
  const tableLines = rows.length > 0 ? lines : [];
  return [
    ...tableLines,
    `${compared} compared. ${heading}`,
    ...differences.map((difference) => `- ${difference}`),
  ].join("\n");
}

const counts = (money: ProviderMoney | undefined) => money !== undefined && money.state !== "none";

/** The difference between the provider's and our data of one payment or refund, in a sentence; undefined when they agree. */
export function findDifference(
  theirs: ProviderMoney | undefined,
  ours: OwnMoney | undefined,
): string | undefined {
  if (!theirs) return ours && ours.state !== "none" ? missingThere(ours) : undefined;
  if (!ours) return counts(theirs) ? missingHere(theirs) : undefined;
  if (theirs.state !== ours.state) return differentState(theirs, ours);
  if (theirs.state === "none") return undefined;
  const name = nameOf(theirs);
  if (theirs.currency !== ours.currency) {
    return `${name} is in ${theirs.currency.toUpperCase()} there and in ${ours.currency.toUpperCase()} here.`;
  }
  if (theirs.amount === ours.amount) return undefined;
  return `${name} is ${amountOf(theirs)} there and ${amountOf(ours)} here.`;
}

function missingHere(theirs: ProviderMoney): string {
  return `${nameOf(theirs)} of ${amountOf(theirs)} on ${displayDate(theirs.at)} is not in this shop's books.`;
}

function missingThere(ours: OwnMoney): string {
  return `${nameOf(ours)} of ${amountOf(ours)}, here "${ours.status}", is not known there.`;
}

function differentState(theirs: ProviderMoney, ours: OwnMoney): string {
  const stateLabels = {
    moved: theirs.kind === "payment" ? "received" : "given back",
    pending: "on its way",
    none: theirs.kind === "payment" ? "not received" : "not given back",
  };
  return `${nameOf(theirs)} of ${amountOf(theirs)} is ${stateLabels[theirs.state]} there and "${ours.status}" here.`;
}

function nameOf({ provider, kind, id, paymentId }: ProviderMoney | OwnMoney): string {
  const ofPayment = kind === "refund" ? ` of payment ${paymentId}` : "";
  return `${profileOf(provider).name} ${kind} ${id ?? "without a number"}${ofPayment}`;
}

function amountOf(money: ProviderMoney | OwnMoney): string {
  return formatProviderMoney(money.amount, money);
}

/** Days as they were typed: the first and the last, both included. */
export interface PeriodDays {
  from: string;
  to: string;
}

const daySchema = isoDay();
const DAYS_BY_DEFAULT = 7;

/**
 * The days of `--from` and `--to`; the last seven without them.
 * @throws RangeError in a sentence for a person
 */
export function periodDays(
  options: { from?: string | undefined; to?: string | undefined },
  now: Date,
): PeriodDays {
  const to = dayIn("--to", options.to) ?? shopDay(now);
  const from = dayIn("--from", options.from) ?? dayAway(to, 1 - DAYS_BY_DEFAULT);
  if (from > to) throw new RangeError(`--from ${from} is after --to ${to}.`);
  return { from, to };
}

function dayIn(name: string, text: string | undefined): string | undefined {
  if (text === undefined || daySchema.safeParse(text).success) return text;
  throw new RangeError(`${name} must be a day such as 2026-11-21.`);
}
