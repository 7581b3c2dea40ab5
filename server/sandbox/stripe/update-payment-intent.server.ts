import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import { isOpen, openStatuses, refuseSessionIntent } from "./intent-state-rules.ts";
import type { IntentState } from "./sandbox-state.ts";
import { loadObject, paymentIntents, saveObject } from "./sandbox-store.server.ts";
import { unexpectedState } from "./stripe-failure.ts";
import {
  checkChargeable,
  currencyParameter,
  emailParameter,
  expandParameter,
  mergeMetadata,
  metadataParameter,
  parseParameters,
  positiveInteger,
  textParameter,
  unsettableText,
} from "./stripe-parameters.ts";
import { paymentIntentShape, type Shape } from "./stripe-shapes.ts";
import { readStripeTempers, type StripeTempers } from "./stripe-tempers.server.ts";

const updateSchema = z.strictObject({
  amount: positiveInteger.optional(),
  currency: currencyParameter.optional(),
  description: unsettableText.optional(),
  metadata: metadataParameter.optional(),
  receipt_email: z.union([z.literal("").transform(() => null), emailParameter]).optional(),
  statement_descriptor_suffix: textParameter(22).optional(),
  shipping: z.union([z.literal(""), z.looseObject({})]).optional(),
  expand: expandParameter,
});

/** POST /v1/payment_intents/:id — the amount only while nothing has been charged, the rest at any time. */
export async function updatePaymentIntent(em: EntityManager, id: string, fields: FormFields): Promise<Shape> {
  const given = parseParameters(updateSchema, fields);
  const intent = await loadObject(em, paymentIntents, id, { lock: true });
  const amount = given.amount ?? intent.amount;
  const currency = given.currency ?? intent.currency;
  const repriced = amount !== intent.amount || currency !== intent.currency;
  if (repriced) {
    refuseSessionIntent(intent, "update");
    if (!isOpen(intent)) {
      throw unexpectedState(
        `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${openStatuses.join(", ")}.`,
        paymentIntentShape(intent),
      );
    }
    checkChargeable(amount, currency);
  }
  const updated: IntentState = {
    ...intent,
    amount,
    currency,
    description: given.description === undefined ? intent.description : given.description,
    receipt_email: given.receipt_email === undefined ? intent.receipt_email : given.receipt_email,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    metadata: given.metadata === undefined ? intent.metadata : mergeMetadata(intent.metadata, given.metadata),
    ...(repriced ? challengeAfter(intent, (await readStripeTempers(em)).challengeAfterUpdate) : {}),
  };
  await saveObject(em, paymentIntents, updated);
  return paymentIntentShape(updated);
}

/** What was agreed to on the challenge page was the old amount. */
function challengeAfter(
  { status, challenge, amount }: IntentState,
  temper: StripeTempers["challengeAfterUpdate"],
): Partial<IntentState> {
  if (status !== "requires_action" || !challenge || temper === "charges-new-amount") return {};
  if (temper === "over") return { status: "requires_confirmation", challenge: null };
  return { challenge: { amount, ...challenge } };
}
