import { type Context, Hono } from "hono";
import { isDue } from "../faults.server.ts";
import { log, readInSandbox, runInSandbox, signatureMatches } from "../sandbox-process.server.ts";
import type { Kind, Store } from "../store.server.ts";
import { createCheckoutSession, expireSession } from "./checkout-sessions.server.ts";
import { cancelPaymentIntent, createPaymentIntent } from "./payment-intents.server.ts";
import { createRefund } from "./refunds.server.ts";
import {
  charges,
  checkoutSessions,
  disputes,
  listObjects,
  load,
  newId,
  paymentIntents,
  paymentMethodDomains,
  refunds,
  reviews,
  webhookEndpoints,
} from "./sandbox-store.server.ts";
import { invalidParameter, StripeFailure, unknownError } from "./stripe-failure.ts";
import { type Fields, listOf, readFields, requests } from "./stripe-parameters.ts";
import { type ApiResponse, expandShape, onceForKey } from "./stripe-requests.server.ts";
import {
  apiVersion,
  chargeShape,
  checkoutSessionShape,
  disputeShape,
  listShape,
  paymentIntentShape,
  paymentMethodDomainShape,
  refundShape,
  reviewShape,
  webhookEndpointShape,
} from "./stripe-shapes.ts";

interface Call {
  store: Store;
  /** Parameters from the path. */
  id: string;
  fields: Fields;
}

type Endpoint = readonly [
  method: "GET" | "POST",
  path: string,
  rules: (typeof requests)[keyof typeof requests],
  handle: (call: Call) => object,
];

const { read, list } = requests;
const intent = "/v1/payment_intents";
const session = "/v1/checkout/sessions";

/** Every call that the shop makes, and no other. */
const endpoints: readonly Endpoint[] = [
  ["POST", intent, requests.intent, ({ store, fields }) => createPaymentIntent(store, fields)],
  ["GET", `${intent}/:id`, read, oneOf(paymentIntents, paymentIntentShape)],
  ["POST", `${intent}/:id/cancel`, read, ({ store, id }) => cancelPaymentIntent(store, id)],
  ["POST", session, requests.session, ({ store, fields }) => createCheckoutSession(store, fields)],
  ["GET", `${session}/:id`, read, oneOf(checkoutSessions, checkoutSessionShape)],
  ["POST", `${session}/:id/expire`, read, ({ store, id }) => expireSession(store, id)],
  ["POST", "/v1/refunds", requests.refund, ({ store, fields }) => createRefund(store, fields)],
  ["GET", "/v1/refunds", list, pageOf(refunds, refundShape, "payment_intent")],
  ["GET", "/v1/refunds/:id", read, oneOf(refunds, refundShape)],
  ["GET", "/v1/charges", list, pageOf(charges, chargeShape, "payment_intent")],
  ["GET", "/v1/charges/:id", read, oneOf(charges, chargeShape)],
  ["GET", "/v1/disputes", list, pageOf(disputes, disputeShape, "payment_intent")],
  ["GET", "/v1/disputes/:id", read, oneOf(disputes, disputeShape)],
  ["GET", "/v1/reviews/:id", read, oneOf(reviews, reviewShape)],
  ["GET", "/v1/webhook_endpoints", list, pageOf(webhookEndpoints, webhookEndpointShape, "url")],
  [
    "GET",
    "/v1/payment_method_domains",
    list,
    pageOf(paymentMethodDomains, paymentMethodDomainShape, "domain_name"),
  ],
];

function oneOf<State extends { id: string }>(kind: Kind<State>, shapeOf: (state: State) => object) {
  return ({ store, id }: Call) => shapeOf(load(store, kind, id));
}

/** All, or those with the value of this field that is asked for. */
function pageOf<State extends { id: string; created: number }>(
  kind: Kind<State>,
  shapeOf: (state: State) => object,
  field: keyof State & string,
) {
  return ({ store, fields }: Call) => {
    const asked = fields.get(field);
    const isAsked = (state: State) => asked === undefined || state[field] === asked;
    const { states, hasMore } = listObjects(store, kind, fields, isAsked);
    return listShape(`/v1/${kind.kind}s`, states.map(shapeOf), hasMore);
  };
}

/** Stripe's HTTP API, as far as the shop uses it. `secretKey` is the only accepted key. */
export function stripeSandbox(secretKey: string): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    context.header("Request-Id", newId("req"));
    context.header("Stripe-Version", apiVersion);
    context.header("Cache-Control", "no-store");
    checkKey(context.req.header("authorization"), secretKey);
    await next();
  });
  for (const endpoint of endpoints) {
    app.on(endpoint[0], endpoint[1], (context) => handle(context, endpoint));
  }
  app.notFound((context) => {
    const { method, path } = context.req;
    return failed(
      context,
      new StripeFailure(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      }),
    );
  });
  app.onError((error, context) => failed(context, asFailure(error)));
  return app;
}

async function handle(context: Context, [, , rules, answer]: Endpoint): Promise<Response> {
  const { request, key } = await readRequest(context);
  const act = (store: Store): ApiResponse => {
    const fields = readFields(rules, request.body);
    const made = answer({ store, id: context.req.param("id") ?? "", fields });
    return { status: 200, body: expandShape(store, made, listOf(fields, "expand") ?? []) };
  };
  if (request.method === "GET") return json(context, readInSandbox(act));
  const withServerErrors = (store: Store) => answerWithServerErrors(store, act);
  if (!key) return json(context, await runInSandbox(withServerErrors));
  context.header("Idempotency-Key", key);
  const response = await onceForKey(key, request, withServerErrors);
  if (response.replayed) context.header("Idempotent-Replayed", "true");
  if (response.status !== 200) context.header("Stripe-Should-Retry", "false");
  return json(context, response);
}

/** Handles a request, unless it is to fail on purpose: before anything happened, or after everything has. */
function answerWithServerErrors(store: Store, act: (store: Store) => ApiResponse): ApiResponse {
  const failure = { status: 500, body: { error: unknownError().body } } as const;
  if (isDue(store, "serverErrors")) return failure;
  const late = isDue(store, "lateServerErrors");
  const made = act(store);
  return late ? failure : made;
}

async function readRequest(context: Context) {
  const { method, path } = context.req;
  if (method === "GET")
    return { request: { method, path, body: new URL(context.req.url).search.slice(1) }, key: "" };
  const body = await context.req.text();
  const type = context.req.header("content-type") ?? "";
  if (body !== "" && !type.startsWith("application/x-www-form-urlencoded")) {
    throw invalidParameter(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). Content type: ${type}`,
    );
  }
  return { request: { method, path, body }, key: context.req.header("idempotency-key") ?? "" };
}

function checkKey(header: string | undefined, secretKey: string): void {
  const token = /^Bearer (.+)$/.exec(header ?? "")?.[1];
  if (token === undefined) {
    throw new StripeFailure(401, {
      type: "invalid_request_error",
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  }
  if (signatureMatches(secretKey, token)) return;
  const message = `Invalid API Key provided: ${token.slice(0, 8)}****${token.slice(-4)}`;
  throw new StripeFailure(401, { type: "invalid_request_error", message });
}

function asFailure(error: Error): StripeFailure {
  if (error instanceof StripeFailure) return error;
  log("error", "payment sandbox request failed", { error });
  return unknownError();
}

function failed(context: Context, failure: StripeFailure): Response {
  if (failure.status < 500 && failure.status !== 409) context.header("Stripe-Should-Retry", "false");
  return json(context, { status: failure.status, body: { error: failure.body } });
}

function json(context: Context, { status, body }: ApiResponse): Response {
  context.header("Content-Type", "application/json");
  return context.newResponse(JSON.stringify(body, null, 2), { status });
}
