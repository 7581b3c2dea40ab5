import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getOrm } from "#db/orm.server.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { answerWithFaults } from "./api-faults.server.ts";
import { isPayPalPath, payPalSandbox } from "./paypal/paypal-sandbox.server.ts";
import {
  holdRunningSandbox,
  type RunningSandbox,
  runningSandbox,
  sandboxAllowed,
  sandboxKeys,
} from "./sandbox-process.server.ts";
import { forgetOldKeys } from "./stripe/idempotency.server.ts";
import { stripeSandbox } from "./stripe/stripe-sandbox.server.ts";
import { startWebhookDelivery } from "./webhook-delivery.server.ts";
import { recordCall } from "./wire-recorder.server.ts";

/** Larger than any request the SDK makes for this shop. */
const LARGEST_BODY = 512 * 1024;

const starting = globalThis as { stripeSandboxStarting?: Promise<RunningSandbox> | undefined };

/**
 * Starts the stand-in for Stripe and PayPal on a free loopback port, once per process, and begins to send its events to
 * `webhookUrl` (the shop's own /webhooks/stripe unless given), or to nobody: it then only answers.
 * Needs a migrated and seeded database.
 * @throws Error when a key of Stripe's is set: real and test payments never run side by side
 */
export async function startStripeSandbox(
  options: { webhookUrl?: string | null } = {},
): Promise<Pick<RunningSandbox, "port" | "stop">> {
  if (!sandboxAllowed()) {
    throw new Error("The payment sandbox does not run while STRIPE_SECRET_KEY is set.");
  }
  const running = runningSandbox();
  if (running) return running;
  const { webhookUrl = ownWebhookUrl() } = options;
  starting.stripeSandboxStarting ??= start(webhookUrl).finally(() => {
    starting.stripeSandboxStarting = undefined;
  });
  return starting.stripeSandboxStarting;
}

async function start(webhookUrl: string | null): Promise<RunningSandbox> {
  const em = getOrm().em.fork();
  const { secretKey, webhookSecret, payPal } = await sandboxKeys(em);
  await forgetOldKeys(em);
  const stripeApp = stripeSandbox(secretKey);
  const payPalApp = payPalSandbox(payPal);
  const server = createServer((request, response) => {
    const app = isPayPalPath(request.url ?? "") ? payPalApp : stripeApp;
    void answer((given) => app.fetch(given), request, response);
  });
  const port = await listenOnLoopback(server);
  const delivery = webhookUrl ? startWebhookDelivery({ webhookUrl, webhookSecret, payPal }) : null;
  const sandbox: RunningSandbox = {
    port,
    secretKey,
    webhookSecret,
    payPal,
    wake: () => delivery?.wake(),
    stop: async () => {
      if (runningSandbox() === sandbox) holdRunningSandbox(undefined);
      await delivery?.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
  holdRunningSandbox(sandbox);
  return sandbox;
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // Of this process alone: the web processes of one machine would otherwise share a port.
    server.listen({ port: 0, host: "127.0.0.1", exclusive: true }, () => {
      server.removeListener("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The sandbox has no port."));
      else resolve(address.port);
    });
  });
}

/** The shop of this same process, reached without the proxy that may stand before its public address. */
function ownWebhookUrl(): string {
  const { HOST, PORT } = readEnvironment();
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/webhooks/stripe`;
}

async function answer(
  handle: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const body = await readBody(incoming);
    if (body === undefined) {
      outgoing.writeHead(413, { Connection: "close" }).end();
      return;
    }
    const headers = new Headers();
    for (const [name, values] of Object.entries(incoming.headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value);
    }
    const method = incoming.method ?? "GET";
    const request = new Request(`http://127.0.0.1${incoming.url ?? "/"}`, {
      method,
      headers,
      ...(method === "GET" || method === "HEAD" ? {} : { body }),
    });
    const response = await answerWithFaults(request, handle);
    if (!response) {
      recordCall(request, body, undefined);
      outgoing.destroy();
      return;
    }
    const answered = Buffer.from(await response.arrayBuffer());
    recordCall(request, body, response, answered.toString("utf8"));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(answered);
  } catch (error) {
    log("error", "payment sandbox: request not answered", { error });
    outgoing.destroy();
  }
}

async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
