import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { analyticsQuerySchema } from "./analytics-query.ts";
import { findAnalytics } from "./find-analytics.server.ts";

export const reportsRouter = router({
  analytics: permitted("reports.view:any")
    .input(analyticsQuerySchema)
    .query(({ ctx, input }) => findAnalytics(ctx, input)),
});
