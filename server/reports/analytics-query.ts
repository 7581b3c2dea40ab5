import { z } from "zod";

/** What the charts cover: so many months, the whole life of the shop, or four weeks day by day. */
const spans = ["12", "24", "all", "days"] as const;

export type ChartSpan = (typeof spans)[number];

/** What the Analytics tab shows, by its address; anything unknown becomes the default. */
export const analyticsQuerySchema = z.object({
  span: z.enum(spans).catch("12").default("12"),
  /** For the best sellers: a month such as "2026-11", or all time. */
  period: z
    .string()
    .regex(/^(all|\d{4}-(0[1-9]|1[0-2]))$/)
    .catch("all")
    .default("all"),
});

export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;

export function parseAnalyticsQuery(search: URLSearchParams): AnalyticsQuery {
  return analyticsQuerySchema.parse({
    span: search.get("span") ?? undefined,
    period: search.get("period") ?? undefined,
  });
}
