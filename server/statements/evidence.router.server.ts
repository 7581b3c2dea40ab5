import { z } from "zod";
import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findEvidence, recordWeighbridge } from "./evidence.server.ts";

export const evidenceRouter = router({
  report: reading(findEvidence)
    .input(z.object({ year: z.number().int().min(2000).max(2999).optional() }))
    .query(({ ctx, input }) => findEvidence(ctx, input)),
  recordWeighbridge: mutation(recordWeighbridge, async (_context, { invoiceNumber }) => ({
    recorded: invoiceNumber,
  })),
});
