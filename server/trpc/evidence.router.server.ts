import { z } from "zod";
import { findEvidence, recordWeighbridge } from "#server/statements/evidence.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const evidenceRouter = router({
  report: reading(findEvidence)
    .input(z.object({ year: z.number().int().min(2000).max(2999).optional() }))
    .query(({ ctx, input }) => findEvidence(ctx, input)),
  recordWeighbridge: mutation(recordWeighbridge, async (_context, { invoiceNumber }) => ({
    recorded: invoiceNumber,
  })),
});
