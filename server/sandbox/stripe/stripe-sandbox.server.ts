import { type Context, Hono } from "hono";
import { z } from "zod";
import { isDue, readFaults } from "../faults.server.ts";
import { log, readInSandbox, runInSandbox, signatureMatches } from "../sandbox-process.server.ts";
import type { Store } from "../store.server.ts";
import { FormEncodingError, type FormFields, parseFormEncoded } from "../wire-formats.ts";
import {
  createPaymentMethodDomain,
  createWebhookEndpoint,
  listCharges,
  listEvents,
  listPaymentMethodDomains,
  listWebhookEndpoints,
  retrieveBalance,
  retrieveCharge,
  retrieveEvent,
  updateWebhookEndpoint,
} from "./account.server.ts";
import { type ConfirmOutcome, createPaymentMethod, retrievePaymentMethod } from "./charge-card.server.ts";
import {
  createCheckoutSession,
  listCheckoutSessions,
  listSessionLineItems,
  retrieveCheckoutSession,
} from "./checkout-sessions.server.ts";
import { confirmPaymentIntent } from "./confirm-payment-intent.server.ts";
import {
  approveReview,
  closeDispute,
  listDisputes,
  retrieveDispute,
  retrieveReview,
  updateDispute,
} from "./disputes.server.ts";
import { expireSession } from "./pay-checkout-session.server.ts";
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from "./payment-intents.server.ts";
import { createRefund, listRefunds, retrieveRefund } from "./refunds.server.ts";
import { newId } from "./sandbox-store.server.ts";
import { invalidParameter, StripeFailure, unknownError } from "./stripe-failure.ts";
import {
  type ApiResponse,
  expandShape,
  onceForKey,
  refuseKeyInUse,
  storeResponse,
} from "./stripe-requests.server.ts";
import { apiVersion, paymentIntentShape, type Shape } from "./stripe-shapes.ts";

interface Call {
  store: Store;
  /** Parameters from the path. */
  id: string;
  fields: FormFields;
}

type Endpoint = (call: Call) => Shape | Promise<Shape | ApiResponse>;

/** Every request that the sandbox handles: method, path and handler. */
const endpoints: readonly (readonly ["GET" | "POST", string, Endpoint])[] = [
  ["POST", "/v1/payment_intents", createAndConfirm],
  ["GET", "/v1/payment_intents", ({ store, fields }) => listPaymentIntents(store, fields)],
  [
    "GET",
    "/v1/payment_intents/:id",
    ({ store, id, fields }) => onlyExpand(fields, () => retrievePaymentIntent(store, id)),
  ],
  ["POST", "/v1/payment_intents/:id", ({ store, id, fields }) => updatePaymentIntent(store, id, fields)],
  ["POST", "/v1/payment_intents/:id/confirm", ({ store, id, fields }) => confirm(store, id, fields)],
  [
    "POST",
    "/v1/payment_intents/:id/cancel",
    ({ store, id, fields }) => cancelPaymentIntent(store, id, fields),
  ],
  ["POST", "/v1/payment_methods", ({ store, fields }) => createPaymentMethod(store, fields)],
  [
    "GET",
    "/v1/payment_methods/:id",
    ({ store, id, fields }) => onlyExpand(fields, () => retrievePaymentMethod(store, id)),
  ],
  ["POST", "/v1/checkout/sessions", ({ store, fields }) => createCheckoutSession(store, fields)],
  ["GET", "/v1/checkout/sessions", ({ store, fields }) => listCheckoutSessions(store, fields)],
  [
    "GET",
    "/v1/checkout/sessions/:id",
    ({ store, id, fields }) => onlyExpand(fields, () => retrieveCheckoutSession(store, id)),
  ],
  [
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    ({ store, id, fields }) => listSessionLineItems(store, id, fields),
  ],
  [
    "POST",
    "/v1/checkout/sessions/:id/expire",
    ({ store, id, fields }) => onlyExpand(fields, () => expireSession(store, id)),
  ],
  ["POST", "/v1/refunds", ({ store, fields }) => createRefund(store, fields)],
  ["GET", "/v1/refunds", ({ store, fields }) => listRefunds(store, fields)],
  ["GET", "/v1/refunds/:id", ({ store, id, fields }) => onlyExpand(fields, () => retrieveRefund(store, id))],
  ["GET", "/v1/reviews/:id", ({ store, id, fields }) => onlyExpand(fields, () => retrieveReview(store, id))],
  [
    "POST",
    "/v1/reviews/:id/approve",
    ({ store, id, fields }) => onlyExpand(fields, () => approveReview(store, id)),
  ],
  ["GET", "/v1/disputes", ({ store, fields }) => listDisputes(store, fields)],
  [
    "GET",
    "/v1/disputes/:id",
    ({ store, id, fields }) => onlyExpand(fields, () => retrieveDispute(store, id)),
  ],
  ["POST", "/v1/disputes/:id", ({ store, id, fields }) => updateDispute(store, id, fields)],
  [
    "POST",
    "/v1/disputes/:id/close",
    ({ store, id, fields }) => onlyExpand(fields, () => closeDispute(store, id)),
  ],
  ["GET", "/v1/charges", ({ store, fields }) => listCharges(store, fields)],
  ["GET", "/v1/charges/:id", ({ store, id, fields }) => onlyExpand(fields, () => retrieveCharge(store, id))],
  ["GET", "/v1/events", ({ store, fields }) => listEvents(store, fields)],
  ["GET", "/v1/events/:id", ({ store, id, fields }) => onlyExpand(fields, () => retrieveEvent(store, id))],
  ["POST", "/v1/webhook_endpoints", ({ store, fields }) => createWebhookEndpoint(store, fields)],
  ["GET", "/v1/webhook_endpoints", ({ store, fields }) => listWebhookEndpoints(store, fields)],
  ["POST", "/v1/webhook_endpoints/:id", ({ store, id, fields }) => updateWebhookEndpoint(store, id, fields)],
  ["POST", "/v1/payment_method_domains", ({ store, fields }) => createPaymentMethodDomain(store, fields)],
  ["GET", "/v1/payment_method_domains", ({ store, fields }) => listPaymentMethodDomains(store, fields)],
  ["GET", "/v1/balance", ({ store, fields }) => retrieveBalance(store, fields)],
];

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
  for (const [method, path, endpoint] of endpoints) {
    app.on(method, path, (context) => handle(context, endpoint));
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

async function handle(context: Context, endpoint: Endpoint): Promise<Response> {
  const { request, key } = await readRequest(context);
  const fields = parseFormEncoded(request.body);
  const act = (store: Store) => callEndpoint(endpoint, { store, id: context.req.param("id") ?? "", fields });
  if (request.method === "GET") return json(context, await readInSandbox(act));
  if (!key) return json(context, await runInSandbox((store) => withServerErrors(store, act)));
  context.header("Idempotency-Key", key);
  refuseKeyInUse(key);
  try {
    const response = await runInSandbox((store) =>
      onceForKey(store, key, request, () => withServerErrors(store, act)),
    );
    if (response.replayed) context.header("Idempotent-Replayed", "true");
    if (response.status !== 200) context.header("Stripe-Should-Retry", "false");
    return json(context, response);
  } catch (error) {
    if (!(error instanceof StripeFailure && error.wasBegun)) throw error;
    const { status, body } = error;
    await runInSandbox((store) => storeResponse(store, key, request, { status, body: { error: body } }));
    throw error;
  }
}

/** Handles a request, unless it is to fail on purpose: before anything happened, or after everything has. */
async function withServerErrors(
  store: Store,
  act: (store: Store) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const faults = await readFaults(store);
  if (await isDue(store, faults, "serverErrors"))
    return { status: 500, body: { error: unknownError().body } };
  const late = await isDue(store, faults, "lateServerErrors");
  const made = await act(store);
  return late ? { status: 500, body: { error: unknownError().body } } : made;
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

async function callEndpoint(endpoint: Endpoint, call: Call): Promise<ApiResponse> {
  const made = await endpoint(call);
  if (isAnswer(made)) return made;
  // Expand inside the same request, after it has created the objects.
  const paths = expandPaths(call.fields);
  if (paths.length > 0) await call.store.flush();
  return { status: 200, body: await expandShape(call.store, made, paths) };
}

function isAnswer(made: Shape | ApiResponse): made is ApiResponse {
  return "status" in made && typeof made.status === "number" && "body" in made;
}

const expandSchema = z.array(z.string());

function expandPaths(fields: FormFields): string[] {
  return expandSchema.safeParse(fields.expand).data ?? [];
}

/** For requests whose only parameter is `expand`. */
function onlyExpand(fields: FormFields, read: () => Promise<Shape>): Promise<Shape> {
  const unknown = Object.keys(fields).find((name) => name !== "expand");
  if (unknown === undefined) return read();
  throw invalidParameter(`Received unknown parameter: ${unknown}`, "parameter_unknown", unknown);
}

async function createAndConfirm({ store, fields }: Call): Promise<Shape | ApiResponse> {
  const intent = await createPaymentIntent(store, fields);
  if (fields.confirm !== "true") {
    if (fields.payment_method === undefined) return paymentIntentShape(intent);
    throw invalidParameter(
      "The sandbox takes `payment_method` only together with `confirm`.",
      undefined,
      "payment_method",
    );
  }
  await store.flush();
  return outcomeBody(await confirmPaymentIntent(store, intent.id, fields, { created: true }));
}

async function confirm(store: Store, id: string, fields: FormFields): Promise<Shape | ApiResponse> {
  return outcomeBody(await confirmPaymentIntent(store, id, fields));
}

/** A declined payment is an error to the caller, but its changes stay. */
function outcomeBody({ intent, error }: ConfirmOutcome): Shape | ApiResponse {
  if (!error) return paymentIntentShape(intent);
  const failure = new StripeFailure(402, { ...error, payment_intent: paymentIntentShape(intent) });
  return { status: failure.status, body: { error: failure.body } };
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
  if (error instanceof FormEncodingError) return invalidParameter(error.message, undefined, error.parameter);
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
