import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import { listObjects, loadObject, paymentIntents } from "./sandbox-store.server.ts";
import { listParameters, parseParameters, textParameter } from "./stripe-parameters.ts";
import { listShape, paymentIntentShape, type Shape } from "./stripe-shapes.ts";

const listSchema = z.strictObject({ ...listParameters, customer: textParameter().optional() });

/** GET /v1/payment_intents/:id */
export async function retrievePaymentIntent(em: EntityManager, id: string): Promise<Shape> {
  return paymentIntentShape(await loadObject(em, paymentIntents, id));
}

/** GET /v1/payment_intents */
export async function listPaymentIntents(em: EntityManager, fields: FormFields): Promise<Shape> {
  const request = parseParameters(listSchema, fields);
  const { states, hasMore } = await listObjects(em, paymentIntents, request);
  return listShape("/v1/payment_intents", states.map(paymentIntentShape), hasMore);
}
