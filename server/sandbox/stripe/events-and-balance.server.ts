import type Stripe from "stripe";
import { z } from "zod";
import type { FormFields } from "../form-encoding.ts";
import { pendingDeliveries } from "../scheduled-tasks.server.ts";
import type { Store } from "../store.server.ts";
import { chargeShape } from "./charge-shape.ts";
import { charges, events, listObjects, loadObject } from "./sandbox-store.server.ts";
import { expandParameter, listParameters, parseParameters, textParameter } from "./stripe-parameters.ts";
import { eventShape, listShape, type Shape } from "./stripe-shapes.ts";

const eventListSchema = z.strictObject({
  ...listParameters,
  type: textParameter().optional(),
  types: z.array(textParameter()).max(20).optional(),
});

const chargeListSchema = z.strictObject({ ...listParameters, payment_intent: textParameter().optional() });

/** GET /v1/events/:id */
export async function retrieveEvent(store: Store, id: string): Promise<Shape> {
  const event = await loadObject(store, events, id);
  const pending = await pendingDeliveries(store, [id]);
  return eventShape(event, pending.has(id) ? 1 : 0);
}

/** GET /v1/events */
export async function listEvents(store: Store, fields: FormFields): Promise<Shape> {
  const { type, types, ...request } = parseParameters(eventListSchema, fields);
  const { states, hasMore } = await listObjects(store, events, request, { type: type ?? types });
  const pending = await pendingDeliveries(
    store,
    states.map((event) => event.id),
  );
  return listShape(
    "/v1/events",
    states.map((event) => eventShape(event, pending.has(event.id) ? 1 : 0)),
    hasMore,
  );
}

/** GET /v1/charges/:id */
export async function retrieveCharge(store: Store, id: string): Promise<Shape> {
  return chargeShape(await loadObject(store, charges, id));
}

/** GET /v1/charges */
export async function listCharges(store: Store, fields: FormFields): Promise<Shape> {
  const { payment_intent, ...request } = parseParameters(chargeListSchema, fields);
  const { states, hasMore } = await listObjects(store, charges, request, { payment_intent });
  return listShape("/v1/charges", states.map(chargeShape), hasMore);
}

/** GET /v1/balance — everything received and not given back; the sandbox charges no fees and pays nothing out. */
export async function retrieveBalance(store: Store, fields: FormFields): Promise<Shape> {
  parseParameters(z.strictObject({ expand: expandParameter }), fields);
  const [row] = await store.query(
    z.object({ amount: z.coerce.number() }),
    `select coalesce(sum((body->>'amount')::bigint - (body->>'amount_refunded')::bigint), 0) as amount from sandbox.object
      where provider = 'stripe' and kind = 'charge' and body->>'status' = 'succeeded' and body->>'currency' = 'gbp'`,
  );
  const amount = row?.amount ?? 0;
  const shape: Stripe.Balance = {
    object: "balance",
    available: [{ amount, currency: "gbp", source_types: { card: amount } }],
    livemode: false,
    pending: [{ amount: 0, currency: "gbp", source_types: { card: 0 } }],
  };
  return shape;
}
