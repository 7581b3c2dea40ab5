import { displayMonth } from "#app/lib/display.ts";
import type { ChartSpan } from "#server/reports/analytics.ts";

/** How the charts and their table call what they show. */
export interface PeriodWords {
  title: string;
  unit: string;
  /** What the columns are. */
  now: string;
  /** What they are compared with. */
  before: string;
  /** The same for whoever hears it before each figure. */
  short: string;
}

const byMonth: PeriodWords = {
  title: "Month by month",
  unit: "Month",
  now: "Each month",
  before: "the same month of the year before",
  short: "the year before",
};

const byDay: PeriodWords = {
  title: "Day by day",
  unit: "Day",
  now: "Each day",
  before: "the same day of the week four weeks before",
  short: "four weeks before",
};

export function periodWords(span: ChartSpan): PeriodWords {
  return span === "days" ? byDay : byMonth;
}

/** "2026-11" as "Nov 2026", "2026-11-24" as "Tue 24 Nov". */
export function displayPeriod(period: string): string {
  return isMonth(period) ? displayMonth(period) : displayDay(period);
}

/** The same in as few characters as a scale has room for. */
export function displayPeriodShort(period: string): string {
  return isMonth(period) ? displayMonth(period) : displayDayOfMonth(period);
}

function isMonth(period: string): boolean {
  return period.length === "2026-11".length;
}

const dayOfWeek = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });

/** "2026-11-24" as "Tue 24 Nov". */
function displayDay(day: string): string {
  return `${dayOfWeek.format(new Date(day))} ${displayDayOfMonth(day)}`;
}

/** "2026-11-24" as "24 Nov". */
function displayDayOfMonth(day: string): string {
  return `${Number(day.slice(8))} ${displayMonth(day.slice(0, 7)).slice(0, 3)}`;
}

const change = new Intl.NumberFormat("en-GB", {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** 0.125 as "+12.5%". */
export function displayChange(part: number): string {
  return change.format(part);
}
