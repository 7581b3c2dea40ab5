import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { type CountedFault, faultsSchema, isDue, readFaults, setFaults } from "./faults.server.ts";
import { type KnownPayment, keepKnownPayments } from "./known-payments.server.ts";
import { PageFailure, showDeadEnd } from "./pages.server.ts";
import { payPalApproval } from "./paypal/approval.server.ts";
import { failureShape, serverError } from "./paypal/paypal-failure.ts";
import { isPayPalPath, payPalSandbox } from "./paypal/paypal-sandbox.server.ts";
import {
  countCalls,
  heldWork,
  holdRunningSandbox,
  log,
  noteCall,
  type RunningSandbox,
  readInSandbox,
  runInSandbox,
  runningSandbox,
  type SandboxKeys,
  sandboxAllowed,
  setHold,
} from "./sandbox-process.server.ts";
import { hurryTasks, Store } from "./store.server.ts";
import { StripeFailure } from "./stripe/stripe-failure.ts";
import { cardFormCalls, hostedCheckout } from "./stripe/stripe-pages.server.ts";
import { forgetOldKeys } from "./stripe/stripe-requests.server.ts";
import { stripeSandbox } from "./stripe/stripe-sandbox.server.ts";
import { holdLiveMode } from "./stripe/stripe-shapes.ts";
import { startWebhookDelivery } from "./webhook-delivery.server.ts";

/*
 * The stand-ins for Stripe and PayPal, for a shop without their keys. They are a separate program, as the real
 * providers are: they import nothing of the shop, speak the providers' HTTP on loopback and keep their own records
 * (store.server.ts). Anyone who starts them passes what a merchant tells a provider: keys, an address for events, and
 * the shop's address. `start.ts` is the program, `stripe/` and `paypal/` are the two providers.
 */

export interface StandInOptions {
  keys: SandboxKeys;
  /** The file with what they know; without one they know it as long as they run. */
  journal?: string | undefined;
  /** Whether others reach the shop than this machine: then nobody asks what only tests ask. */
  isReachable?: boolean | undefined;
  /** Whether they only look into it, beside others who keep it. */
  isOnlyRead?: boolean | undefined;
  /** Payments from before they were there: the shop's demo data. */
  knownPayments?: KnownPayment[] | undefined;
  /** The shop's address for browsers, with the providers' pages under /sandbox/. */
  shopUrl: string;
  /** The address for events; null sends none. */
  webhookUrl: string | null;
  /** Any free port by default. */
  port?: number | undefined;
}

/**
 * Starts the stand-ins on loopback, once per process, and begins to send their events. @throws Error when a Stripe key
 * is set: real and test payments never run side by side
 */
export async function startStandIns(options: StandInOptions): Promise<RunningSandbox> {
  if (!sandboxAllowed()) {
    throw new Error("The payment sandbox does not run while STRIPE_SECRET_KEY is set.");
  }
  const running = runningSandbox();
  if (running) return running;
  const { keys, webhookUrl, journal, isOnlyRead = false, knownPayments } = options;
  holdLiveMode(keys.secretKey.startsWith("sk_live_"));
  const store = new Store(journal, { isWritable: !isOnlyRead });
  const server = createServer(listenerOf(options));
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  const port = await listenOnLoopback(server, options.port ?? 0);
  let delivery: ReturnType<typeof startWebhookDelivery> | undefined;
  const sandbox: RunningSandbox = {
    port,
    store,
    stop: async () => {
      if (runningSandbox() !== sandbox) return;
      await delivery?.stop();
      await closeServer(server);
      holdRunningSandbox(undefined);
      store.close();
    },
  };
  holdRunningSandbox(sandbox);
  await runInSandbox((opened) => {
    forgetOldKeys(opened);
    if (knownPayments) keepKnownPayments(opened, knownPayments);
  });
  if (webhookUrl) delivery = startWebhookDelivery({ webhookUrl, ...keys });
  return sandbox;
}

/** Resolves after the last response. A connection that is answering now is idle a moment later, and would stay open. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const closingIdle = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearInterval(closingIdle);
      resolve();
    });
  });
}

/** Longer than the shop keeps its own end (`askSandbox`), so that it never uses a connection that was just closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

function listenerOf({ keys, shopUrl, isReachable }: StandInOptions) {
  const stripe = stripeSandbox(keys.secretKey);
  const payPal = payPalSandbox(keys.payPal, shopUrl);
  const pages = sandboxPages(isReachable !== true);
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url ?? "/";
    if (path === "/known-payments") return void forgetKnownPayments(incoming, outgoing);
    const isPage = path.startsWith("/sandbox/");
    if (!isPage) noteCall();
    const app = isPage ? pages : isPayPalPath(path) ? payPal : stripe;
    void respond(app, incoming, outgoing);
  };
}

async function listenOnLoopback(server: Server, port: number): Promise<number> {
  await once(server.listen({ port, host: "127.0.0.1" }), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sandbox has no port.");
  return address.port;
}

/** The shop has no demo data any more. */
async function forgetKnownPayments({ method }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isMeant = method === "DELETE";
  if (isMeant) await runInSandbox((store) => keepKnownPayments(store, []));
  outgoing.writeHead(isMeant ? 204 : 405).end();
}

async function respond(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const body = await text(incoming);
    const response = await handleWithFaults(requestOf(incoming, body), (request) => app.fetch(request));
    if (!response) {
      outgoing.destroy();
      return;
    }
    const responseBody = await response.text();
    // With its length, headers and text leave in one piece.
    const headers = {
      ...Object.fromEntries(response.headers),
      "content-length": Buffer.byteLength(responseBody),
    };
    outgoing.writeHead(response.status, headers).end(responseBody);
  } catch (error) {
    log("error", "payment sandbox: request not answered", { error });
    outgoing.destroy();
  }
}

function requestOf(incoming: IncomingMessage, body: string): Request {
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const method = incoming.method ?? "GET";
  return new Request(`http://127.0.0.1${incoming.url ?? "/"}`, {
    method,
    headers,
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
}

/**
 * What browsers see of the stand-ins, under /sandbox/ of the shop's own address: the hosted payment page, 3-D Secure,
 * the approval at PayPal, the calls of the card form, and what only tests ask. The shop refuses posts from other sites.
 */
function sandboxPages(isForTests: boolean): Hono {
  const pages = new Hono();
  pages.use(async (context, next) => {
    context.header("Cache-Control", "no-store");
    await next();
  });
  pages.route("/sandbox/stripe/checkout", hostedCheckout);
  pages.route("/sandbox/stripe/payment_intents", cardFormCalls);
  pages.route("/sandbox/paypal/approve", payPalApproval);
  if (isForTests) pages.route("/sandbox", sandboxControls);
  pages.notFound((context) => showDeadEnd(context, 404));
  pages.onError(respondFailure);
  return pages;
}

function respondFailure(error: Error, context: Context): Response | Promise<Response> {
  if (error instanceof PageFailure || error instanceof StripeFailure) return showDeadEnd(context, 404);
  log("error", "payment sandbox page failed", { requestId: context.req.header("x-request-id"), error });
  return showDeadEnd(context, 500);
}

/** The requests that move money: from the shop to both providers, and from the browser to its card form or pages. */
const movesMoney = [
  /^\/v1\/refunds$/,
  /^\/v2\/checkout\/orders\/[^/]+\/capture$/,
  /^\/v2\/payments\/captures\/[^/]+\/refund$/,
  /^\/sandbox\/stripe\/payment_intents\/[^/]+\/(confirm|authenticate)$/,
  /^\/sandbox\/stripe\/checkout\/[^/]+(\/challenge)?$/,
];

/** Signing in and checking signatures keep working, as when only a provider's payments are out of order. */
const neverFails = /^\/v1\/(oauth2|notifications)\/|^\/sandbox\//;

/**
 * Handles a request to the sandbox, with the faults that are switched on: refused with 503 or 500 before anything
 * happened, or carried out without a response. @returns undefined when the response is
 * lost on the way
 */
async function handleWithFaults(
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const faults = readInSandbox(readFaults);
  const happens = (fault: CountedFault) => faults[fault] > 0 && runInSandbox((store) => isDue(store, fault));
  const posted = request.method === "POST";
  const mayFail = posted && !neverFails.test(pathname);
  if (mayFail && (await happens("outages"))) return new Response(null, { status: 503 });
  // Stripe's own faults are injected where its idempotency keys are stored.
  if (mayFail && isPayPalPath(pathname) && (await happens("serverErrors"))) {
    return Response.json(failureShape(serverError()), { status: 500 });
  }
  const response = await handle(request);
  const moved = posted && response.status < 400 && movesMoney.some((path) => path.test(pathname));
  if (moved && (await happens("lostAnswers"))) {
    log("info", "payment sandbox: an answer was lost on purpose", { path: pathname });
    return undefined;
  }
  return response;
}

/*
 * What tests ask and tell the stand-ins, beside what payers see: under the shop's own address, too, and so only where
 * nobody but this machine reaches the shop.
 */
const sandboxControls = new Hono();

/** What the providers know: of one kind, or of all. */
sandboxControls.get("/objects", (context) => {
  const asked = context.req.query("kind");
  return context.json(
    readInSandbox((store) =>
      [...store.all()].flatMap(([provider, kind, id, body, at]) =>
        asked === undefined || kind === asked ? [{ id, provider, kind, body, createdAt: at }] : [],
      ),
    ),
  );
});

/** Switches faults on, and all others off. */
sandboxControls.post("/faults", async (context) => {
  const faults = faultsSchema.parse(JSON.parse(await context.req.text()));
  await runInSandbox((store) => setFaults(store, faults));
  return context.json({});
});

const holdSchema = z.object({
  kind: z.string(),
  type: z.string().optional(),
  when: z.enum(["before", "after"]),
});

/** Stops work at a moment; with null it goes on. */
sandboxControls.post("/hold", async (context) => {
  setHold(holdSchema.nullable().parse(JSON.parse(await context.req.text())) ?? undefined);
  return context.json({});
});

/** How much work has come to the hold, who does it, and how many requests of the shop's there were. */
sandboxControls.get("/hold", (context) =>
  context.json({ held: heldWork(), pid: process.pid, calls: countCalls() }),
);

/** Lets what waits be due at once. */
sandboxControls.post("/hurry", async (context) => {
  await runInSandbox(hurryTasks);
  return context.json({});
});
