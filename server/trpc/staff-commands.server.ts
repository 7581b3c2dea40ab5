import { z } from "zod";
import type { Capability } from "#server/access/capabilities.ts";
import type { AnyRead } from "#server/access/read.server.ts";
import { createApiKey, revokeApiKey } from "#server/api-keys/create-api-key.server.ts";
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
import { confirmRate } from "#server/catalogue/doubtful-rates.server.ts";
import { saveDocuments, savePictures } from "#server/catalogue/product-media.server.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import { addCustomerNote } from "#server/customers/add-customer-note.server.ts";
import { openingForms } from "#server/doctor/opening.server.ts";
import { resendMany } from "#server/email/search-emails.server.ts";
import { markManyAnswered } from "#server/enquiries/list-enquiries.server.ts";
import { deleteIssue, saveIssue, testIssue } from "#server/newsletter/issues.server.ts";
import { sendIssue, steerIssue } from "#server/newsletter/send-issue.server.ts";
import { dismissManyFailed } from "#server/orders/failed/failed-orders.server.ts";
import { dispatchMany } from "#server/orders/packing/dispatch-many.server.ts";
import { takeDispatchBack } from "#server/orders/parcels/take-dispatch-back.server.ts";
import { completeMany } from "#server/orders/status/complete-many.server.ts";
import { saveTariff } from "#server/settings/save-tariff.server.ts";
import { activateMany, suspendMany } from "#server/users/user-actions.server.ts";
import { appRouter, revertMany } from "./router.server.ts";

/** At run time the router's procedures are one flat record by their paths, whatever its type says. */
const procedureRecord = z.record(
  z.string(),
  z.custom<{
    _def: { type: string; meta?: { permission?: Capability; reads?: AnyRead; command?: AnyCommand } };
  }>((value) => typeof value === "function"),
);

/** Every procedure of the staff's screens with its path. */
export const procedures = Object.entries(procedureRecord.parse(appRouter._def.procedures));

/** Done by forms alone, with or without JavaScript. */
const formsAlone: readonly AnyCommand[] = [
  saveIssue,
  deleteIssue,
  testIssue,
  sendIssue,
  steerIssue,
  createApiKey,
  revokeApiKey,
  confirmRate,
  savePictures,
  saveDocuments,
  saveTariff,
  dispatchMany,
  revertMany,
  takeDispatchBack,
  completeMany,
  dismissManyFailed,
  markManyAnswered,
  suspendMany,
  activateMany,
  resendMany,
  addCustomerNote,
  createBatch,
  addAnalysis,
  writeOff,
  quarantineBatch,
  releaseBatch,
  markBatchSoldOut,
  saveClaims,
  saveCertificate,
  recallBatch,
  ...openingForms,
];

/** Everything that staff do: each can be posted as a plain form, by its name as the `intent`. */
export const staffCommands: readonly AnyCommand[] = [
  ...procedures.flatMap(([, { _def }]) => _def.meta?.command ?? []),
  ...formsAlone,
];
