import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  log,
  readInSandbox,
  type SandboxPayPalKeys,
  signatureMatches,
  signatureOf,
} from "../sandbox-process.server.ts";
import type { Kind, Store } from "../store.server.ts";
import { jsonOf } from "../wire-formats.ts";
import { captureOrder, hasExpired } from "./capture-order.server.ts";
import { createPayPalOrder } from "./create-paypal-order.server.ts";
import { listTransactions } from "./list-transactions.server.ts";
import { failureShape, invalidRequest, notFound, PayPalFailure, serverError } from "./paypal-failure.ts";
import { captureRequest, oncePerRequestId, readRequest, verifyRequest } from "./paypal-requests.server.ts";
import { captureShape, disputeShape, orderShape, refundShape } from "./paypal-shapes.ts";
import {
  loadPayPal,
  payPalCaptures,
  payPalDisputes,
  payPalOrders,
  payPalRefunds,
  readPayPalBehaviour,
  refundsOf,
} from "./paypal-store.server.ts";
import { refundCapture } from "./refunds-and-disputes.server.ts";

const TOKEN_SECONDS = 32_400;

/** Whether a request to the sandbox's listener is for PayPal's API, not for Stripe's. */
export function isPayPalPath(path: string): boolean {
  return /^\/(v2\/|v1\/(oauth2|identity|notifications|reporting|customer)\/)/.test(path);
}

/** PayPal's REST API, as far as the shop uses it. Browsers find the approval page under `shopUrl`. */
export function payPalSandbox(keys: SandboxPayPalKeys, shopUrl: string): Hono {
  const app = new Hono();
  const token = `A21AA${signatureOf(keys.clientSecret, "paypal sandbox", "access token")}`;
  app.use(async (context, next) => {
    context.header("Cache-Control", "no-store");
    await next();
  });
  app.post("/v1/oauth2/token", async (context) => {
    const basic = `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString("base64")}`;
    if (!signatureMatches(basic, context.req.header("authorization") ?? "")) {
      return context.json(
        { error: "invalid_client", error_description: "Client Authentication failed" },
        401,
      );
    }
    if (new URLSearchParams(await context.req.text()).get("grant_type") !== "client_credentials") {
      return context.json(
        { error: "unsupported_grant_type", error_description: "Unsupported grant type" },
        400,
      );
    }
    return context.json({ access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS });
  });
  app.use(async (context, next) => {
    if (!signatureMatches(`Bearer ${token}`, context.req.header("authorization") ?? "")) {
      throw new PayPalFailure(
        401,
        "AUTHENTICATION_FAILURE",
        "Authentication failed due to missing authorization header, or invalid authentication credentials.",
      );
    }
    await next();
  });
  addOrderCalls(app, shopUrl);
  addCaptureCalls(app);
  app.post("/v1/identity/generate-token", (context) =>
    context.json({ client_token: `sandbox_${randomUUID()}`, expires_in: 3600 }),
  );
  app.post("/v1/notifications/verify-webhook-signature", async (context) => {
    const input = readRequest(verifyRequest, await readJson(context));
    const valid = isTransmissionValid(keys, input);
    return context.json({ verification_status: valid ? "SUCCESS" : "FAILURE" });
  });
  app.get("/v1/notifications/webhooks/:id", (context) => {
    const id = context.req.param("id");
    // An app sees only its own.
    if (id !== keys.webhookId) throw notFound();
    return context.json(webhookShape(readInSandbox((store) => findWebhook(store, id, shopUrl))));
  });
  app.notFound((context) => failed(context, notFound()));
  app.onError((error, context) => failed(context, error));
  return app;
}

function addOrderCalls(app: Hono, shopUrl: string): void {
  app.post("/v2/checkout/orders", async (context) => {
    const body = await readJson(context);
    const requestId = requestIdOf(context);
    if (requestId === undefined && hasPaymentSource(body)) {
      throw invalidRequest({ issue: "PAYPAL_REQUEST_ID_REQUIRED", field: "PayPal-Request-Id" });
    }
    const { order, isRepeated } = await oncePerRequestId(
      { api: "orders", path: context.req.path, requestId },
      (store) => ({ objectId: createPayPalOrder(store, body, shopUrl).id }),
      (store, { objectId, isRepeated }) => ({
        order: readOrder(store, objectId, isWhole(context)),
        isRepeated,
      }),
    );
    // Orders v2: 200 for an order that names its payment source, or that already exists.
    return context.json(order, isRepeated || hasPaymentSource(body) ? 200 : 201);
  });
  app.get("/v2/checkout/orders/:id", (context) =>
    context.json(
      readInSandbox((store) => {
        const id = context.req.param("id");
        const { expiredOrder } = readPayPalBehaviour(store);
        if (expiredOrder === "404" && hasExpired(loadPayPal(store, payPalOrders, id))) throw notFound();
        return readOrder(store, id, true);
      }),
    ),
  );
  app.post("/v2/checkout/orders/:id/capture", async (context) => {
    const id = context.req.param("id");
    readRequest(captureRequest, await readJson(context));
    let responseLost = false;
    const { order, isRepeated, failure } = await oncePerRequestId(
      { api: "orders", path: context.req.path, requestId: requestIdOf(context) },
      (store) => {
        const result = captureOrder(store, id);
        responseLost = !result.failure && result.responseLost;
        return { objectId: id, failure: result.failure };
      },
      (store, made) => ({ ...made, order: readOrder(store, id, isWhole(context)) }),
    );
    // Not before: the changes of the refusal stay.
    if (failure) throw failure;
    if (responseLost) throw serverError();
    return context.json(order, isRepeated ? 200 : 201);
  });
}

const withPaymentSource = z.looseObject({ payment_source: z.looseObject({}) });

function hasPaymentSource(body: unknown): boolean {
  return withPaymentSource.safeParse(body).success;
}

function addCaptureCalls(app: Hono): void {
  const readOne = <State extends { id: string }>(
    path: string,
    kind: Kind<State>,
    shapeOf: (state: State) => object,
  ) =>
    app.get(`${path}/:id`, (context) =>
      context.json(shapeOf(readInSandbox((store) => loadPayPal(store, kind, context.req.param("id") ?? "")))),
    );
  readOne("/v2/payments/captures", payPalCaptures, captureShape);
  readOne("/v2/payments/refunds", payPalRefunds, refundShape);
  readOne("/v1/customer/disputes", payPalDisputes, disputeShape);
  app.get("/v1/reporting/transactions", (context) =>
    context.json(readInSandbox((store) => listTransactions(store, context.req.query()))),
  );
  app.post("/v2/payments/captures/:id/refund", async (context) => {
    const body = await readJson(context);
    const refund = await oncePerRequestId(
      { api: "payments", path: context.req.path, requestId: requestIdOf(context) },
      (store) => ({ objectId: refundCapture(store, context.req.param("id"), body).id }),
      (store, { objectId }) => loadPayPal(store, payPalRefunds, objectId),
    );
    const { id, status, ...whole } = refundShape(refund);
    return context.json({ id, status, ...(isWhole(context) ? whole : {}) }, 201);
  });
}

function readOrder(store: Store, id: string, whole: boolean) {
  const order = loadPayPal(store, payPalOrders, id);
  const captures = order.captures.map((each) => loadPayPal(store, payPalCaptures, each));
  return orderShape(order, { captures, refunds: refundsOf(store, order.captures) }, whole);
}

function isWhole(context: Context): boolean {
  return context.req.header("prefer") === "return=representation";
}

function requestIdOf(context: Context): string | undefined {
  return context.req.header("paypal-request-id");
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (!/^application\/json\b/.test(context.req.header("content-type") ?? "")) {
    const message = "The server does not support the request payload's media type.";
    throw new PayPalFailure(415, "UNSUPPORTED_MEDIA_TYPE", message);
  }
  if (text === "") return undefined;
  const json = jsonOf(text);
  if (json === undefined) throw invalidRequest({ issue: "MALFORMED_REQUEST_JSON", field: "/" });
  return json;
}

function failed(context: Context, error: Error): Response {
  if (!(error instanceof PayPalFailure)) log("error", "paypal sandbox request failed", { error });
  const failure = error instanceof PayPalFailure ? error : serverError();
  return context.json(failureShape(failure), failure.status);
}

interface WebhookState {
  id: string;
  url: string;
  events: string[];
}

export const payPalWebhooks: Kind<WebhookState> = { provider: "paypal", kind: "webhook" };

/** The one webhook of the shop's app. `*` means all events, as in PayPal's own subscription. */
export function findWebhook(store: Store, id: string, shopUrl: string): WebhookState {
  return store.find(payPalWebhooks, id) ?? { id, url: `${shopUrl}/webhooks/paypal`, events: ["*"] };
}

/** GET /v1/notifications/webhooks/:id */
function webhookShape({ id, url, events }: WebhookState): object {
  return {
    id,
    url,
    event_types: events.map((name) => ({ name, status: "ENABLED" })),
  };
}

interface Transmission {
  id: string;
  time: string;
  body: string;
}

/** Stands for PayPal's certificate signature, over the same text: ids, time and the body's checksum. */
function signTransmission(keys: SandboxPayPalKeys, { id, time, body }: Transmission): string {
  const text = `${id}|${time}|${keys.webhookId}|${crc32(body)}`;
  // PayPal accepts none that begins with a sign.
  return `v1${signatureOf(keys.clientSecret, "paypal sandbox transmission", text)}`;
}

/** The headers of PayPal's events. */
export function transmissionHeaders(
  keys: SandboxPayPalKeys,
  transmission: Transmission,
): Record<string, string> {
  return {
    "PayPal-Transmission-Id": transmission.id,
    "PayPal-Transmission-Time": transmission.time,
    "PayPal-Transmission-Sig": signTransmission(keys, transmission),
    "PayPal-Cert-Url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX",
    "PayPal-Auth-Algo": "SHA256withRSA",
  };
}

/** POST /v1/notifications/verify-webhook-signature */
function isTransmissionValid(keys: SandboxPayPalKeys, sent: z.output<typeof verifyRequest>): boolean {
  const { transmission_id: id, transmission_time: time, webhook_event: event } = sent;
  const expected = signTransmission(keys, { id, time, body: JSON.stringify(event) });
  return sent.webhook_id === keys.webhookId && signatureMatches(expected, sent.transmission_sig);
}
