import { z } from "zod";
import { addAnalysis } from "#server/batches/add-analysis.server.ts";
import {
  createBatch,
  markBatchSoldOut,
  quarantineBatch,
  releaseBatch,
  saveCertificate,
  saveClaims,
  writeOff,
} from "#server/batches/change-batch.server.ts";
import { recallBatch } from "#server/batches/recall-batch.server.ts";
import { findSteppedProducts, setPriceSteps } from "#server/catalogue/set-price-steps.server.ts";
import {
  createTradeList,
  listTradeLists,
  removeTradeList,
  renameTradeList,
} from "#server/catalogue/trade-lists.server.ts";
import { findEvidence, recordWeighbridge } from "#server/statements/evidence.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

/** Prices by quantity, and the lists of them that customers carry. */
export const pricesRouter = router({
  lists: reading(listTradeLists).query(({ ctx }) => listTradeLists(ctx)),
  products: reading(findSteppedProducts).query(({ ctx }) => findSteppedProducts(ctx)),
  setSteps: mutation(setPriceSteps),
  createList: mutation(createTradeList),
  renameList: mutation(renameTradeList),
  removeList: mutation(removeTradeList),
});

export const batchesRouter = router({
  create: mutation(createBatch),
  addAnalysis: mutation(addAnalysis),
  writeOff: mutation(writeOff),
  quarantine: mutation(quarantineBatch),
  release: mutation(releaseBatch),
  markSoldOut: mutation(markBatchSoldOut),
  saveClaims: mutation(saveClaims),
  saveCertificate: mutation(saveCertificate),
  recall: mutation(recallBatch),
});

export const evidenceRouter = router({
  report: reading(findEvidence)
    .input(z.object({ year: z.number().int().min(2000).max(2999).optional() }))
    .query(({ ctx, input }) => findEvidence(ctx, input)),
  recordWeighbridge: mutation(recordWeighbridge, async (_context, { invoiceNumber }) => ({
    recorded: invoiceNumber,
  })),
});
