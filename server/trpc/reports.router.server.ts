import { analyticsQuerySchema } from "#server/reports/analytics.ts";
import { findAnalytics } from "#server/reports/find-analytics.server.ts";
import { findPackagingReport } from "#server/reports/find-packaging-report.server.ts";
import { findVatReport } from "#server/reports/find-vat-report.server.ts";
import { vatReportQuerySchema } from "#server/reports/vat-report.ts";
import { reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const reportsRouter = router({
  analytics: reading(findAnalytics)
    .input(analyticsQuerySchema)
    .query(({ ctx, input }) => findAnalytics(ctx, input)),
  packaging: reading(findPackagingReport).query(({ ctx }) => findPackagingReport(ctx)),
  vat: reading(findVatReport)
    .input(vatReportQuerySchema)
    .query(({ ctx, input }) => findVatReport(ctx, input)),
});
