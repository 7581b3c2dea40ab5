import { z } from "zod";
import { patternText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { dayAway, monthAway } from "#server/core/shop-time.ts";

/** What the charts cover: so many months, the whole life of the shop, or four weeks day by day. */
const spans = ["12", "24", "all", "days"] as const;

export type ChartSpan = (typeof spans)[number];

/** What the Analytics tab shows, by its address; anything unknown becomes the default. */
export const analyticsQuery = listQuery(
  z.object({
    span: z.enum(spans).catch("12").default("12"),
    /** For the best sellers: a month such as "2026-11", or all time. */
    period: patternText(7, /^(all|\d{4}-(0[1-9]|1[0-2]))$/)
      .catch("all")
      .default("all"),
  }),
);

export type AnalyticsQuery = z.output<typeof analyticsQuery.schema>;

/** A month or a day in UK time, with its first and last day. */
interface Period {
  /** "2026-11", or "2026-11-24" for a day. */
  name: string;
  /** "2026-11-01" */
  from: string;
  /** The last day that belongs to it: "2026-11-30" */
  to: string;
}

/** A column of a chart. */
export interface ChartPeriod extends Period {
  /** What it is compared with. */
  before: Period;
}

const MONTHS_OF_A_YEAR = 12;
/** Whole weeks, so that a Saturday stands beside a Saturday. */
const DAYS_SHOWN = 28;

/**
 * The columns of a chart, the oldest first and the running one last, each with what it is compared with: a month with the
 * same month of the year before, a day with the same day of the week four weeks before. `today` is a day in UK time,
 * `earliest` the first month of all, "2021-03", for the span of all months.
 */
export function chartPeriods(span: ChartSpan, today: string, earliest: string): ChartPeriod[] {
  if (span === "days") {
    return Array.from({ length: DAYS_SHOWN }, (_, index) => {
      const day = dayAway(today, index + 1 - DAYS_SHOWN);
      return { ...dayAlone(day), before: dayAlone(dayAway(day, -DAYS_SHOWN)) };
    });
  }
  const thisMonth = today.slice(0, 7);
  const periods: ChartPeriod[] = [];
  const first = span === "all" ? earliest : monthAway(thisMonth, 1 - Number(span));
  for (let month = first; month <= thisMonth; month = monthAway(month, 1)) {
    periods.push({ ...wholeMonth(month), before: wholeMonth(monthAway(month, -MONTHS_OF_A_YEAR)) });
  }
  return periods;
}

function dayAlone(day: string): Period {
  return { name: day, from: day, to: day };
}

function wholeMonth(month: string): Period {
  return { name: month, from: `${month}-01`, to: dayAway(`${monthAway(month, 1)}-01`, -1) };
}

/** How much more or less than before, as a part of what was before: 0.25 for a quarter more; null of nothing. */
export function changeFrom(before: number, now: number): number | null {
  return before > 0 ? (now - before) / before : null;
}
