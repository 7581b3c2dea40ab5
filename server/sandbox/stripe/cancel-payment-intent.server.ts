import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import { isOpen, openStatuses, refuseSessionIntent } from "./intent-state-rules.ts";
import { recordEvent } from "./record-event.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import { loadObject, paymentIntents, saveObject, secondsNow } from "./sandbox-store.server.ts";
import { unexpectedState } from "./stripe-failure.ts";
import { choiceParameter, expandParameter, parseParameters } from "./stripe-parameters.ts";
import { paymentIntentShape, type Shape } from "./stripe-shapes.ts";

const cancelSchema = z.strictObject({
  cancellation_reason: choiceParameter([
    "abandoned",
    "duplicate",
    "fraudulent",
    "requested_by_customer",
  ]).optional(),
  expand: expandParameter,
});

/** POST /v1/payment_intents/:id/cancel */
export async function cancelPaymentIntent(em: EntityManager, id: string, fields: FormFields): Promise<Shape> {
  const given = parseParameters(cancelSchema, fields);
  const intent = await loadObject(em, paymentIntents, id, { lock: true });
  refuseSessionIntent(intent, "cancel");
  if (!isOpen(intent)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${[...openStatuses, "requires_capture", "processing"].join(", ")}.`,
      paymentIntentShape(intent),
    );
  }
  return paymentIntentShape(await cancelIntent(em, intent, given.cancellation_reason ?? null));
}

/** Ends an intent that the caller has locked. */
export async function cancelIntent(
  em: EntityManager,
  intent: IntentState,
  reason: string | null,
): Promise<IntentState> {
  const cancelled: IntentState = {
    ...intent,
    status: "canceled",
    challenge: null,
    canceled_at: secondsNow(),
    cancellation_reason: reason,
  };
  await saveObject(em, paymentIntents, cancelled);
  recordEvent(em, "payment_intent.canceled", paymentIntentShape(cancelled));
  return cancelled;
}
