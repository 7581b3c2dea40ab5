import type { EntityManager } from "@mikro-orm/postgresql";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { log } from "#server/core/log.ts";
import { isDue, readFaults } from "../faults.server.ts";
import { FormEncodingError, type FormFields, parseFormEncoded } from "../form-encoding.ts";
import { readInSandbox, runInSandbox } from "../sandbox-process.server.ts";
import { signatureMatches } from "../signatures.server.ts";
import type { ConfirmOutcome } from "./charge-card.server.ts";
import {
  createCheckoutSession,
  listCheckoutSessions,
  listSessionLineItems,
  retrieveCheckoutSession,
} from "./checkout-sessions.server.ts";
import { confirmPaymentIntent } from "./confirm-payment-intent.server.ts";
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from "./disputes.server.ts";
import {
  listCharges,
  listEvents,
  retrieveBalance,
  retrieveCharge,
  retrieveEvent,
} from "./events-and-balance.server.ts";
import { expandShape } from "./expand.server.ts";
import { type ApiResponse, keepAnswer, onceForKey } from "./idempotency.server.ts";
import { expireSession } from "./pay-checkout-session.server.ts";
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from "./payment-intents.server.ts";
import { createPaymentMethod, retrievePaymentMethod } from "./payment-methods.server.ts";
import { createRefund, listRefunds, retrieveRefund } from "./refunds.server.ts";
import { approveReview, retrieveReview } from "./reviews.server.ts";
import { newId } from "./sandbox-store.server.ts";
import { invalidParameter, StripeFailure, unknownError } from "./stripe-failure.ts";
import { apiVersion, paymentIntentShape, type Shape } from "./stripe-shapes.ts";
import {
  createPaymentMethodDomain,
  createWebhookEndpoint,
  listPaymentMethodDomains,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from "./webhooks-and-domains.server.ts";

interface Call {
  em: EntityManager;
  /** From the path. */
  id: string;
  fields: FormFields;
}

type Endpoint = (call: Call) => Shape | Promise<Shape | ApiResponse>;

/** Every request the sandbox understands: method, path and what answers it. */
const endpoints: readonly (readonly ["GET" | "POST", string, Endpoint])[] = [
  ["POST", "/v1/payment_intents", createAndConfirm],
  ["GET", "/v1/payment_intents", ({ em, fields }) => listPaymentIntents(em, fields)],
  [
    "GET",
    "/v1/payment_intents/:id",
    ({ em, id, fields }) => onlyExpand(fields, () => retrievePaymentIntent(em, id)),
  ],
  ["POST", "/v1/payment_intents/:id", ({ em, id, fields }) => updatePaymentIntent(em, id, fields)],
  ["POST", "/v1/payment_intents/:id/confirm", ({ em, id, fields }) => confirm(em, id, fields)],
  ["POST", "/v1/payment_intents/:id/cancel", ({ em, id, fields }) => cancelPaymentIntent(em, id, fields)],
  ["POST", "/v1/payment_methods", ({ em, fields }) => createPaymentMethod(em, fields)],
  [
    "GET",
    "/v1/payment_methods/:id",
    ({ em, id, fields }) => onlyExpand(fields, () => retrievePaymentMethod(em, id)),
  ],
  ["POST", "/v1/checkout/sessions", ({ em, fields }) => createCheckoutSession(em, fields)],
  ["GET", "/v1/checkout/sessions", ({ em, fields }) => listCheckoutSessions(em, fields)],
  [
    "GET",
    "/v1/checkout/sessions/:id",
    ({ em, id, fields }) => onlyExpand(fields, () => retrieveCheckoutSession(em, id)),
  ],
  [
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    ({ em, id, fields }) => listSessionLineItems(em, id, fields),
  ],
  [
    "POST",
    "/v1/checkout/sessions/:id/expire",
    ({ em, id, fields }) => onlyExpand(fields, () => expireSession(em, id)),
  ],
  ["POST", "/v1/refunds", ({ em, fields }) => createRefund(em, fields)],
  ["GET", "/v1/refunds", ({ em, fields }) => listRefunds(em, fields)],
  ["GET", "/v1/refunds/:id", ({ em, id, fields }) => onlyExpand(fields, () => retrieveRefund(em, id))],
  ["GET", "/v1/reviews/:id", ({ em, id, fields }) => onlyExpand(fields, () => retrieveReview(em, id))],
  [
    "POST",
    "/v1/reviews/:id/approve",
    ({ em, id, fields }) => onlyExpand(fields, () => approveReview(em, id)),
  ],
  ["GET", "/v1/disputes", ({ em, fields }) => listDisputes(em, fields)],
  ["GET", "/v1/disputes/:id", ({ em, id, fields }) => onlyExpand(fields, () => retrieveDispute(em, id))],
  ["POST", "/v1/disputes/:id", ({ em, id, fields }) => updateDispute(em, id, fields)],
  ["POST", "/v1/disputes/:id/close", ({ em, id, fields }) => onlyExpand(fields, () => closeDispute(em, id))],
  ["GET", "/v1/charges", ({ em, fields }) => listCharges(em, fields)],
  ["GET", "/v1/charges/:id", ({ em, id, fields }) => onlyExpand(fields, () => retrieveCharge(em, id))],
  ["GET", "/v1/events", ({ em, fields }) => listEvents(em, fields)],
  ["GET", "/v1/events/:id", ({ em, id, fields }) => onlyExpand(fields, () => retrieveEvent(em, id))],
  ["POST", "/v1/webhook_endpoints", ({ em, fields }) => createWebhookEndpoint(em, fields)],
  ["GET", "/v1/webhook_endpoints", ({ em, fields }) => listWebhookEndpoints(em, fields)],
  ["POST", "/v1/webhook_endpoints/:id", ({ em, id, fields }) => updateWebhookEndpoint(em, id, fields)],
  ["POST", "/v1/payment_method_domains", ({ em, fields }) => createPaymentMethodDomain(em, fields)],
  ["GET", "/v1/payment_method_domains", ({ em, fields }) => listPaymentMethodDomains(em, fields)],
  ["GET", "/v1/balance", ({ em, fields }) => retrieveBalance(em, fields)],
];

/** Stripe's HTTP interface, as far as the shop uses it. `secretKey` is the one key it lets in. */
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
    app.on(method, path, (context) => answer(context, endpoint));
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

async function answer(context: Context, endpoint: Endpoint): Promise<Response> {
  const { request, key } = await readRequest(context);
  const fields = parseFormEncoded(request.body);
  const act = (em: EntityManager) =>
    callEndpoint(endpoint, { em, id: context.req.param("id") ?? "", fields });
  if (request.method === "GET") return json(context, await readInSandbox(act));
  if (!key) return json(context, await runInSandbox((em) => withServerErrors(em, act)));
  context.header("Idempotency-Key", key);
  try {
    const given = await runInSandbox((em) => onceForKey(em, key, request, () => withServerErrors(em, act)));
    if (given.replayed) context.header("Idempotent-Replayed", "true");
    if (given.status !== 200) context.header("Stripe-Should-Retry", "false");
    return json(context, given);
  } catch (error) {
    if (!(error instanceof StripeFailure && error.wasBegun)) throw error;
    const { status, body } = error;
    await runInSandbox((em) => keepAnswer(em, key, request, { status, body: { error: body } }));
    throw error;
  }
}

/** Carries a request out, unless it is to fail on purpose: before anything happened, or after everything has. */
async function withServerErrors(
  em: EntityManager,
  act: (em: EntityManager) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const faults = await readFaults(em);
  if (await isDue(em, faults, "serverErrors")) return { status: 500, body: { error: unknownError().body } };
  const late = await isDue(em, faults, "lateServerErrors");
  const made = await act(em);
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
  // What was made by this request must be there to be expanded.
  const paths = expandPaths(call.fields);
  if (paths.length > 0) await call.em.flush();
  return { status: 200, body: await expandShape(call.em, made, paths) };
}

function isAnswer(made: Shape | ApiResponse): made is ApiResponse {
  return "status" in made && typeof made.status === "number" && "body" in made;
}

const expandSchema = z.array(z.string());

function expandPaths(fields: FormFields): string[] {
  return expandSchema.safeParse(fields.expand).data ?? [];
}

/** For requests that take no other parameter than `expand`. */
function onlyExpand(fields: FormFields, read: () => Promise<Shape>): Promise<Shape> {
  const unknown = Object.keys(fields).find((name) => name !== "expand");
  if (unknown === undefined) return read();
  throw invalidParameter(`Received unknown parameter: ${unknown}`, "parameter_unknown", unknown);
}

async function createAndConfirm({ em, fields }: Call): Promise<Shape | ApiResponse> {
  const intent = await createPaymentIntent(em, fields);
  if (fields.confirm !== "true") {
    if (fields.payment_method === undefined) return paymentIntentShape(intent);
    throw invalidParameter(
      "The sandbox takes `payment_method` only together with `confirm`.",
      undefined,
      "payment_method",
    );
  }
  await em.flush();
  return outcomeAnswer(await confirmPaymentIntent(em, intent.id, fields, { created: true }));
}

async function confirm(em: EntityManager, id: string, fields: FormFields): Promise<Shape | ApiResponse> {
  return outcomeAnswer(await confirmPaymentIntent(em, id, fields));
}

/** A refused payment is an error to the caller, but what it changed is kept. */
function outcomeAnswer({ intent, error }: ConfirmOutcome): Shape | ApiResponse {
  if (!error) return paymentIntentShape(intent);
  const failure = new StripeFailure(402, { ...error, payment_intent: paymentIntentShape(intent) });
  return { status: failure.status, body: { error: failure.body } };
}

function checkKey(header: string | undefined, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(header ?? "")?.[1];
  if (given === undefined) {
    throw new StripeFailure(401, {
      type: "invalid_request_error",
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  }
  if (signatureMatches(secretKey, given)) return;
  const message = `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`;
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
