import { z } from "zod";

/** Days as they are typed: the first and the last, both included. */
export interface PeriodDays {
  from: string;
  to: string;
}

const daySchema = z.iso.date();
const DAYS_BY_DEFAULT = 7;

/**
 * The days that `--from` and `--to` ask for; the last seven without them.
 * @throws RangeError in a sentence for a person
 */
export function periodDays(
  options: { from?: string | undefined; to?: string | undefined },
  now: Date,
): PeriodDays {
  const to = dayIn("--to", options.to) ?? londonDay(now);
  const from = dayIn("--from", options.from) ?? dayAway(to, 1 - DAYS_BY_DEFAULT);
  if (from > to) throw new RangeError(`--from ${from} is after --to ${to}.`);
  return { from, to };
}

/** The day so many days away. */
export function dayAway(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function dayIn(name: string, text: string | undefined): string | undefined {
  if (text === undefined || daySchema.safeParse(text).success) return text;
  throw new RangeError(`${name} must be a day such as 2026-11-21.`);
}

/** The shop's own day. */
function londonDay(moment: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London", dateStyle: "short" }).format(moment);
}
