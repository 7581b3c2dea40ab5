import { formatMoney, formatMoneyShort } from "#server/pricing/money.ts";
import type { PackagingMaterial } from "#server/pricing/pack-facts.ts";
import type { PackagingYear } from "./find-packaging-report.server.ts";

export const materialLabels: Record<PackagingMaterial, string> = {
  paper: "Paper and card",
  plastic: "Plastic",
  wovenPlastic: "Woven plastic",
  wood: "Wood",
  glass: "Glass",
  metal: "Metal",
};

/**
 * From when on a business in the United Kingdom is a producer of packaging who registers and reports (extended producer
 * responsibility): more turnover and more packaging than this, both in a year (docs/rules.md#staff-32).
 */
const producers = [
  { kind: "large", turnover: 200_000_000, grams: 50_000_000 },
  { kind: "small", turnover: 100_000_000, grams: 25_000_000 },
] as const;

/** "1,234.5 kg" */
function kilograms(grams: number): string {
  return `${new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(grams / 1000)} kg`;
}

/** Whether the limits of a producer are reached by what this shop knows, in a sentence. */
export function producerSentence({
  year,
  totalGrams,
  turnover,
}: Pick<PackagingYear, "year" | "totalGrams" | "turnover">): string {
  const known = `${kilograms(totalGrams)} of packaging and ${formatMoney(turnover, "gbp")} of turnover without VAT in ${year}`;
  const reached = producers.find((limit) => turnover > limit.turnover && totalGrams > limit.grams);
  const [, small] = producers;
  const limits = `more than ${formatMoneyShort(small.turnover, "gbp")} of turnover and more than ${small.grams / 1_000_000} tonnes of packaging in a year`;
  if (reached) {
    return `The limits of a ${reached.kind} producer are reached: this shop knows of ${known}. Register as a packaging producer and report what you handled.`;
  }
  const half =
    totalGrams > small.grams || turnover > small.turnover ? "One of the two limits" : "Neither limit";
  return `${half} of a small producer is reached, so by these figures you need not register: this shop knows of ${known}. A small producer has ${limits}.`;
}
