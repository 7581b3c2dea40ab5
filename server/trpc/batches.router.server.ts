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
import { mutation } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

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
