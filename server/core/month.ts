import { z } from "zod";

/** A month as an address names it: 2026-11. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Give a month such as 2026-11");

const londonMonth = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
});

/** The month that a moment falls into in the shop's own time. */
export function monthOf(moment: Date): string {
  const parts = londonMonth.formatToParts(moment);
  const partOf = (type: "year" | "month") => parts.find((part) => part.type === type)?.value ?? "";
  return `${partOf("year")}-${partOf("month")}`;
}

/** The month that is so many months away: monthAway("2026-11", -1) is "2026-10". */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The day that is so many days away: dayAway("2026-03-01", -1) is "2026-02-28". */
export function dayAway(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
