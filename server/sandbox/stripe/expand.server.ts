import { z } from "zod";
import type { Store } from "../store.server.ts";
import { chargeShape } from "./charge-shape.ts";
import { lineItemShapes } from "./checkout-session-shapes.ts";
import {
  charges,
  checkoutSessions,
  loadObject,
  paymentIntents,
  paymentMethods,
} from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";
import { listShape, paymentIntentShape, paymentMethodShape, type Shape } from "./stripe-shapes.ts";

const DEEPEST = 4;
const fieldsSchema = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof fieldsSchema>;

/** The fields that hold an id, and what the id stands for. */
const expandable: Record<string, (store: Store, id: string) => Promise<Shape>> = {
  payment_intent: async (store, id) => paymentIntentShape(await loadObject(store, paymentIntents, id)),
  latest_charge: async (store, id) => chargeShape(await loadObject(store, charges, id)),
  charge: async (store, id) => chargeShape(await loadObject(store, charges, id)),
  payment_method: async (store, id) => paymentMethodShape(await loadObject(store, paymentMethods, id)),
};

/**
 * Puts whole objects in the place of their ids, for paths such as `latest_charge`, `payment_intent.latest_charge`,
 * `data.payment_intent` and a session's `line_items` (docs.stripe.com/api/expanding_objects).
 * @throws StripeFailure for a property that cannot be expanded
 */
export async function expandShape(store: Store, shape: Shape, paths: readonly string[]): Promise<Shape> {
  let expanded: Fields = { ...shape };
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > DEEPEST) {
      throw invalidRequest("You cannot expand more than 4 levels of a property", undefined, "expand");
    }
    expanded = await expandPath(store, expanded, parts, path);
  }
  return expanded;
}

async function expandPath(store: Store, shape: Fields, parts: string[], path: string): Promise<Fields> {
  const [name, ...rest] = parts;
  if (name === undefined) return shape;
  if (name === "data" && shape.object === "list") {
    const items = z.array(fieldsSchema).parse(shape.data);
    const data: Fields[] = [];
    for (const item of items) data.push(await expandPath(store, item, rest, path));
    return { ...shape, data };
  }
  const value = await expandField(store, shape, name, path);
  if (rest.length === 0 || value === null) return { ...shape, [name]: value };
  return { ...shape, [name]: await expandPath(store, fieldsSchema.parse(value), rest, path) };
}

async function expandField(store: Store, shape: Fields, name: string, path: string): Promise<unknown> {
  if (name === "line_items" && shape.object === "checkout.session") {
    if (shape.line_items !== undefined) return shape.line_items;
    const id = z.string().parse(shape.id);
    const lines = lineItemShapes(await loadObject(store, checkoutSessions, id));
    return listShape(`/v1/checkout/sessions/${id}/line_items`, lines.slice(0, 10), lines.length > 10);
  }
  const load = expandable[name];
  const value = shape[name];
  if (!load || value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, "expand");
  }
  return typeof value === "string" ? load(store, value) : value;
}
