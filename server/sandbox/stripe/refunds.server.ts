import { z } from "zod";
import { readFaults } from "../faults.server.ts";
import type { Store } from "../store.server.ts";
import { addTask } from "../tasks.server.ts";
import { type FormFields, formatAmount } from "../wire-formats.ts";
import { testCardOf } from "./charge-card.server.ts";
import { chargeShape } from "./charge-shapes.ts";
import { closeReviewOfRefund } from "./disputes.server.ts";
import type { ChargeState, RefundState } from "./sandbox-state.ts";
import {
  charges,
  insertObject,
  listObjects,
  loadObject,
  newId,
  paymentIntents,
  recordEvent,
  refunds,
  saveObject,
  secondsNow,
} from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import {
  choiceParameter,
  expandParameter,
  listParameters,
  mergeMetadata,
  metadataParameter,
  parseParameters,
  positiveInteger,
  textParameter,
} from "./stripe-parameters.ts";
import { listShape, refundShape, type Shape } from "./stripe-shapes.ts";

/** How long a refund of the slow card stays pending, and how long one of the failing card seems to succeed. */
const SETTLE_MILLISECONDS = 4000;

const createSchema = z.strictObject({
  amount: positiveInteger.optional(),
  charge: textParameter().optional(),
  payment_intent: textParameter().optional(),
  reason: choiceParameter(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadataParameter.optional(),
  expand: expandParameter,
});

const listSchema = z.strictObject({
  ...listParameters,
  charge: textParameter().optional(),
  payment_intent: textParameter().optional(),
});

/** POST /v1/refunds: the rest of a charge, or a part of it. Never more than was charged. */
export async function createRefund(store: Store, fields: FormFields): Promise<Shape> {
  const params = parseParameters(createSchema, fields);
  const charge = await chargeToRefund(store, params);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  }
  const amount = params.amount ?? left;
  if (amount > left) {
    const than = charge.amount_refunded === 0 ? "charge amount" : "unrefunded amount on charge";
    throw invalidRequest(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than ${than} (${formatAmount(left, charge.currency)})`,
      undefined,
      "amount",
    );
  }
  if ((await readFaults(store)).emptyBalance) {
    throw invalidRequest("Insufficient funds in your Stripe balance to refund this amount.");
  }
  const course = testCardOf(charge.card)?.refund;
  const refund: RefundState = {
    id: newId("re"),
    created: secondsNow(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    status: course === "pending" ? "pending" : "succeeded",
    reason: params.reason ?? null,
    failure_reason: null,
    metadata: mergeMetadata({}, params.metadata),
  };
  insertObject(store, refunds, refund);
  const refunded: ChargeState = { ...charge, amount_refunded: charge.amount_refunded + amount };
  await saveObject(store, charges, refunded);
  if (refunded.amount_refunded === refunded.amount) await closeReviewOfRefund(store, refunded);
  if (course) addTask(store, "settle_refund", refund.id, Date.now() + SETTLE_MILLISECONDS);
  recordEvent(store, "refund.created", refundShape(refund));
  recordEvent(store, "charge.refunded", chargeShape(refunded), { amount_refunded: charge.amount_refunded });
  recordEvent(store, "refund.updated", refundShape(refund));
  return refundShape(refund);
}

async function chargeToRefund(
  store: Store,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<ChargeState> {
  if (Boolean(params.charge) === Boolean(params.payment_intent)) {
    throw params.charge
      ? invalidRequest("You may only specify one of these parameters: charge, payment_intent.")
      : invalidRequest(
          "One of the following params should be provided for this request: payment_intent or charge.",
        );
  }
  if (params.charge) return refundable(await loadObject(store, charges, params.charge, { lock: true }));
  const intentId = params.payment_intent ?? "";
  const intent = await loadObject(store, paymentIntents, intentId, { param: "payment_intent" });
  if (intent.status !== "succeeded" || !intent.latest_charge) {
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  }
  return refundable(await loadObject(store, charges, intent.latest_charge, { lock: true }));
}

function refundable(charge: ChargeState): ChargeState {
  if (charge.disputed) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      "charge_disputed",
    );
  }
  if (charge.status === "succeeded") return charge;
  throw invalidRequest(
    `Charge ${charge.id} is not successful and cannot be refunded.`,
    "charge_not_refundable",
  );
}

/** The bank's late response to a refund: it arrived, or it came back. */
export async function settleRefund(store: Store, refundId: string): Promise<void> {
  const refund = await loadObject(store, refunds, refundId, { lock: true });
  const charge = await loadObject(store, charges, refund.charge, { lock: true });
  if (refund.status === "pending") {
    const arrived: RefundState = { ...refund, status: "succeeded" };
    await saveObject(store, refunds, arrived);
    recordEvent(store, "refund.updated", refundShape(arrived), { status: "pending" });
    return;
  }
  if (refund.status === "failed" || testCardOf(charge.card)?.refund !== "failed") return;
  const failed: RefundState = { ...refund, status: "failed", failure_reason: "lost_or_stolen_card" };
  await saveObject(store, refunds, failed);
  await saveObject(store, charges, { ...charge, amount_refunded: charge.amount_refunded - refund.amount });
  recordEvent(store, "refund.updated", refundShape(failed), { status: "succeeded" });
  recordEvent(store, "refund.failed", refundShape(failed));
}

/** GET /v1/refunds/:id */
export async function retrieveRefund(store: Store, id: string): Promise<Shape> {
  return refundShape(await loadObject(store, refunds, id));
}

/** GET /v1/refunds */
export async function listRefunds(store: Store, fields: FormFields): Promise<Shape> {
  const { charge, payment_intent, ...request } = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(store, refunds, request, { charge, payment_intent });
  return listShape("/v1/refunds", states.map(refundShape), hasMore);
}
