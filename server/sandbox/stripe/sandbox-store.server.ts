import { randomBytes } from "node:crypto";
import { z } from "zod";
import { settingsOf } from "../faults.server.ts";
import { readInSandbox, signatureMatches } from "../sandbox-process.server.ts";
import type { Kind, Store } from "../store.server.ts";
import { addTask } from "../store.server.ts";
import type {
  ChargeState,
  DisputeState,
  EventState,
  IntentState,
  PaymentMethodDomainState,
  RefundState,
  ReviewState,
  SessionState,
  WebhookEndpointState,
} from "./sandbox-state.ts";
import { invalidRequest, StripeFailure } from "./stripe-failure.ts";
import type { Input } from "./stripe-parameters.ts";

function kindOf<State extends { id: string }>(kind: string): Kind<State> {
  return { provider: "stripe", kind };
}

export const paymentIntents = kindOf<IntentState>("payment_intent");
export const charges = kindOf<ChargeState>("charge");
export const refunds = kindOf<RefundState>("refund");
export const reviews = kindOf<ReviewState>("review");
export const disputes = kindOf<DisputeState>("dispute");
export const checkoutSessions = kindOf<SessionState>("checkout_session");
export const events = kindOf<EventState>("event");
export const webhookEndpoints = kindOf<WebhookEndpointState>("webhook_endpoint");
export const paymentMethodDomains = kindOf<PaymentMethodDomainState>("payment_method_domain");

/** An id as long and as random as Stripe's, such as `pi_3Qx…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export function randomText(length: number): string {
  let text = "";
  while (text.length < length) text += randomBytes(length).toString("base64").replace(/[+/=]/g, "");
  return text.slice(0, length);
}

/** Stripe counts time in whole seconds. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** @throws StripeFailure 404 resource_missing */
export function load<State extends { id: string }>(store: Store, kind: Kind<State>, id: string): State {
  const found = store.find(kind, id);
  if (found) return found;
  const message = `No such ${kind.kind}: '${id}'`;
  throw new StripeFailure(404, { type: "invalid_request_error", code: "resource_missing", message });
}

/** A page of those that match: newest first, from after `starting_after`, within `created`. */
export function listObjects<State extends { id: string; created: number }>(
  store: Store,
  kind: Kind<State>,
  { limit, starting_after: after, created: { gte = 0, lt = Number.POSITIVE_INFINITY } }: Input<"list">,
  matches: (state: State) => boolean,
): { states: State[]; hasMore: boolean } {
  const all = store
    .list(kind)
    .map(({ body }) => body)
    .filter((state) => state.created >= gte && state.created < lt && matches(state))
    .reverse();
  if (after !== undefined) load(store, kind, after);
  const start = all.findIndex(({ id }) => id === after) + 1;
  return { states: all.slice(start, start + limit), hasMore: all.length > start + limit };
}

/** Keeps an event with the object as it is now, and sends it to the shop after the work that changed it. */
export function recordEvent(store: Store, type: string, object: object): void {
  const id = newId("evt");
  store.put(events, { id, created: secondsNow(), type, object });
  addTask(store, "deliver_event", id);
}

/**
 * Where Stripe's documents leave its behaviour open, or the account's settings decide it, the sandbox can do either;
 * the first value is the default. A correct shop works with all of them.
 */
const behaviourSchema = z.object({
  /** Another card during 3-D Secure: accepted, or refused until the challenge ends. */
  confirmInChallenge: z.enum(["taken", "refused"]).default("taken"),
  /** The methods enabled in the dashboard; `allowed_payment_method_types` only filters them. */
  dashboardMethods: z.array(z.string()).default(["card", "link"]),
});

export type StripeBehaviour = z.infer<typeof behaviourSchema>;

export const { read: readStripeBehaviour, set: setStripeBehaviour } = settingsOf(
  "stripe behaviour",
  behaviourSchema,
);

/**
 * The intent that a browser names, which must prove it with the client secret. @throws StripeFailure for an unknown id
 * or another intent's secret
 */
export function findIntentBySecret(id: string, clientSecret: string | undefined): IntentState {
  const intent = readInSandbox((store) => load(store, paymentIntents, id));
  if (clientSecret && signatureMatches(intent.client_secret, clientSecret)) return intent;
  throw invalidRequest(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
  );
}
