import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import { disputeShape } from "./dispute-shape.ts";
import { recordEvent } from "./record-event.server.ts";
import type { ChargeState, DisputeState } from "./sandbox-state.ts";
import {
  charges,
  disputes,
  insertObject,
  listObjects,
  loadObject,
  newId,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import {
  booleanParameter,
  expandParameter,
  listParameters,
  metadataParameter,
  parseParameters,
  textParameter,
} from "./stripe-parameters.ts";
import { listShape, type Shape } from "./stripe-shapes.ts";

/** The bank gives a shop about this long to answer. */
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60;

/** The cardholder goes to the bank: the money is withdrawn at once. The caller writes the charge. */
export function openDispute(em: EntityManager, charge: ChargeState, reason: string): DisputeState {
  const dispute: DisputeState = {
    id: newId("du"),
    created: secondsNow(),
    amount: charge.amount - charge.amount_refunded,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
    due_by: secondsNow() + EVIDENCE_SECONDS,
  };
  insertObject(em, disputes, dispute);
  recordEvent(em, "charge.dispute.created", disputeShape(dispute));
  recordEvent(em, "charge.dispute.funds_withdrawn", disputeShape(dispute));
  return dispute;
}

const updateSchema = z.strictObject({
  evidence: z.looseObject({ uncategorized_text: textParameter().optional() }).optional(),
  metadata: metadataParameter.optional(),
  submit: booleanParameter.optional(),
  expand: expandParameter,
});

/**
 * POST /v1/disputes/:id — as in Stripe's test mode the text `winning_evidence` or `losing_evidence` decides it; any
 * other is looked at (docs.stripe.com/testing#disputes).
 */
export async function updateDispute(em: EntityManager, id: string, fields: FormFields): Promise<Shape> {
  const { evidence } = parseParameters(updateSchema, fields);
  const dispute = await openOne(em, id);
  const text = evidence?.uncategorized_text;
  if (text === "winning_evidence") return decide(em, dispute, "won");
  if (text === "losing_evidence") return decide(em, dispute, "lost");
  const reviewed: DisputeState = { ...dispute, status: text ? "under_review" : dispute.status };
  await saveObject(em, disputes, reviewed);
  recordEvent(em, "charge.dispute.updated", disputeShape(reviewed), { status: dispute.status });
  return disputeShape(reviewed);
}

/** POST /v1/disputes/:id/close — the shop gives in. */
export async function closeDispute(em: EntityManager, id: string): Promise<Shape> {
  return decide(em, await openOne(em, id), "lost");
}

async function openOne(em: EntityManager, id: string): Promise<DisputeState> {
  const dispute = await loadObject(em, disputes, id, { lock: true });
  if (dispute.status === "needs_response" || dispute.status === "under_review") return dispute;
  throw invalidRequest("This dispute is already closed", "dispute_already_closed");
}

async function decide(em: EntityManager, dispute: DisputeState, status: "won" | "lost"): Promise<Shape> {
  const decided: DisputeState = { ...dispute, status };
  await saveObject(em, disputes, decided);
  if (status === "won") {
    const charge = await loadObject(em, charges, dispute.charge, { lock: true });
    await saveObject(em, charges, { ...charge, disputed: false });
    recordEvent(em, "charge.dispute.funds_reinstated", disputeShape(decided));
  }
  recordEvent(em, "charge.dispute.closed", disputeShape(decided));
  return disputeShape(decided);
}

/** GET /v1/disputes/:id */
export async function retrieveDispute(em: EntityManager, id: string): Promise<Shape> {
  return disputeShape(await loadObject(em, disputes, id));
}

const listSchema = z.strictObject({
  ...listParameters,
  charge: textParameter().optional(),
  payment_intent: textParameter().optional(),
});

/** GET /v1/disputes */
export async function listDisputes(em: EntityManager, fields: FormFields): Promise<Shape> {
  const { charge, payment_intent, ...request } = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(em, disputes, request, { charge, payment_intent });
  return listShape("/v1/disputes", states.map(disputeShape), hasMore);
}
