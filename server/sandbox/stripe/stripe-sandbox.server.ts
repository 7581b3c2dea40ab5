import { type Context, Hono } from "hono";
import type { z } from "zod";
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
import { readInput, requests } from "./stripe-parameters.ts";
import { type ApiResponse, onceForKey } from "./stripe-requests.server.ts";
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

interface Endpoint {
  method: "GET" | "POST";
  path: string;
  answer: (store: Store, id: string, encoded: string) => object;
}

/** `handle` gets the id in the path and the parameters. */
function endpoint<Schema extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  schema: Schema,
  handle: (store: Store, input: z.output<Schema>, id: string) => object,
): Endpoint {
  return { method, path, answer: (store, id, encoded) => handle(store, readInput(schema, encoded), id) };
}

const intent = "/v1/payment_intents";
const session = "/v1/checkout/sessions";

/** Every call that the shop makes, and no other. */
const endpoints: readonly Endpoint[] = [
  endpoint("POST", intent, requests.intent, createPaymentIntent),
  endpoint("GET", `${intent}/:id`, requests.read, (store, { expand }, id) => {
    const shape = paymentIntentShape(load(store, paymentIntents, id));
    const charge = expand.length > 0 && shape.latest_charge;
    return charge ? { ...shape, latest_charge: chargeShape(load(store, charges, charge)) } : shape;
  }),
  endpoint("POST", `${intent}/:id/cancel`, requests.none, (store, _, id) => cancelPaymentIntent(store, id)),
  endpoint("POST", session, requests.session, createCheckoutSession),
  readOne(`${session}/:id`, checkoutSessions, checkoutSessionShape),
  endpoint("POST", `${session}/:id/expire`, requests.none, (store, _, id) => expireSession(store, id)),
  endpoint("POST", "/v1/refunds", requests.refund, createRefund),
  readPage("/v1/refunds", refunds, refundShape, (refund) => refund.payment_intent),
  readOne("/v1/refunds/:id", refunds, refundShape),
  readPage("/v1/charges", charges, chargeShape, (charge) => charge.payment_intent),
  readOne("/v1/charges/:id", charges, chargeShape),
  readPage("/v1/disputes", disputes, disputeShape, (dispute) => dispute.payment_intent),
  readOne("/v1/disputes/:id", disputes, disputeShape),
  readOne("/v1/reviews/:id", reviews, reviewShape),
  readPage("/v1/webhook_endpoints", webhookEndpoints, webhookEndpointShape),
  readPage(
    "/v1/payment_method_domains",
    paymentMethodDomains,
    paymentMethodDomainShape,
    (domain) => domain.domain_name,
  ),
];

function readOne<State extends { id: string }>(
  path: string,
  kind: Kind<State>,
  shapeOf: (state: State) => object,
): Endpoint {
  return endpoint("GET", path, requests.none, (store, _, id) => shapeOf(load(store, kind, id)));
}

/** All, or those about what is asked for. */
function readPage<State extends { id: string; created: number }>(
  path: string,
  kind: Kind<State>,
  shapeOf: (state: State) => object,
  aboutOf: (state: State) => string | undefined = () => undefined,
): Endpoint {
  return endpoint("GET", path, requests.list, (store, input) => {
    const asked = input.payment_intent ?? input.domain_name;
    const isAsked = (state: State) => asked === undefined || aboutOf(state) === asked;
    const { states, hasMore } = listObjects(store, kind, input, isAsked);
    return listShape(path, states.map(shapeOf), hasMore);
  });
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
  for (const each of endpoints) app.on(each.method, each.path, (context) => handle(context, each));
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

async function handle(context: Context, { answer }: Endpoint): Promise<Response> {
  const { request, key } = await readRequest(context);
  const act = (store: Store): ApiResponse => {
    return { status: 200, body: answer(store, context.req.param("id") ?? "", request.body) };
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
  const token = /^Bearer (.+)$/.exec(header ?? "")?.[1] ?? "";
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
