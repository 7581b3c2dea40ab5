import { monthOf } from "#server/core/shop-time.ts";
import { analyticsQuerySchema } from "#server/reports/analytics.ts";
import { findAnalytics } from "#server/reports/find-analytics.server.ts";
import { findPackagingReport } from "#server/reports/find-packaging-report.server.ts";
import { findVatReport } from "#server/reports/find-vat-report.server.ts";
import { ledgerMonthSchema } from "#server/reports/ledger.schema.ts";
import { countUnmatched, listUnmatched } from "#server/reports/list-unmatched.server.ts";
import { readLedger } from "#server/reports/read-ledger.server.ts";
import { finaliseAgain, refundUnmatched } from "#server/reports/refund-unmatched.server.ts";
import { vatReportQuerySchema } from "#server/reports/vat-report.ts";
import { mutation, reading } from "./procedures.server.ts";
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

/** The oldest unmatched payments on screen; their count says when there are more. */
const UNMATCHED = 100;

export const ledgerRouter = router({
  month: reading(readLedger)
    .input(ledgerMonthSchema)
    .query(async ({ ctx, input }) => ({
      latestMonth: monthOf(ctx.clock.now()),
      month: await readLedger(ctx, { month: input.month ?? monthOf(ctx.clock.now()) }),
      unmatched: await listUnmatched(ctx, UNMATCHED),
      unmatchedInAll: await countUnmatched(ctx),
    })),
  refundUnmatched: mutation(refundUnmatched),
  finaliseAgain: mutation(finaliseAgain),
});
