import { monthOf } from "#server/core/shop-time.ts";
import { ledgerMonthSchema } from "#server/reports/ledger.schema.ts";
import { countUnmatched, listUnmatched } from "#server/reports/list-unmatched.server.ts";
import { readLedger } from "#server/reports/read-ledger.server.ts";
import { finaliseAgain, refundUnmatched } from "#server/reports/refund-unmatched.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

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
