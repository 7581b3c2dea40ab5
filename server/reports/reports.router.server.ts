import { reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { analyticsQuerySchema } from "./analytics.ts";
import { findAnalytics } from "./find-analytics.server.ts";
import { findPackagingReport } from "./find-packaging-report.server.ts";
import { findVatReport } from "./find-vat-report.server.ts";
import { vatReportQuerySchema } from "./vat-report.ts";

export const reportsRouter = router({
  analytics: reading(findAnalytics)
    .input(analyticsQuerySchema)
    .query(({ ctx, input }) => findAnalytics(ctx, input)),
  packaging: reading(findPackagingReport).query(({ ctx }) => findPackagingReport(ctx)),
  vat: reading(findVatReport)
    .input(vatReportQuerySchema)
    .query(({ ctx, input }) => findVatReport(ctx, input)),
});
