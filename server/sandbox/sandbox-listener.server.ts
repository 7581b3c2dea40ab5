import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getOrm } from "#db/orm.server.ts";
import { log } from "#server/core/log.ts";
import { handleWithFaults } from "./api-faults.server.ts";
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

/*
 * The stand-ins for Stripe and PayPal, for a shop without keys of theirs: they speak the providers' own HTTP on
 * loopback, so that the real SDKs and the shop's own code are what runs. They know nothing of the shop (rules in
 * .dependency-cruiser.js); what starts them tells them its address and a secret. Of the repository around them they use
 * - the table `sandbox_object` and its connection (`db/`), so that their state outlives a restart and is one for all
 *   processes, as a provider's is;
 * - the log (`server/core/log.ts`), which is the process's;
 * - what counts as a database that is away (`server/core/database-outage.ts`), since that database is the shop's.
 * `stripe/` and `paypal/` are the two providers; `browser/` are the parts that a browser loads in the place of theirs:
 * test cards, the checks of a card form, how a payment at PayPal may end.
 */

/** Larger than any request the SDK makes for this shop. */
const LARGEST_BODY = 512 * 1024;

interface SandboxOptions {
  /** What the stand-ins' keys are made from. */
  secret: string;
  shopUrl: string;
  webhookUrl: string | null;
}

const starting = globalThis as { stripeSandboxStarting?: Promise<RunningSandbox> | undefined };

/**
 * Starts the stand-ins on a free loopback port, once per process, and begins to send their events to `webhookUrl`, or
 * to nobody: they then only answer. `shopUrl` is where browsers find their pages.
 * Needs a migrated and seeded database.
 * @throws Error when a key of Stripe's is set: real and test payments never run side by side
 */
export async function startStripeSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  if (!sandboxAllowed()) {
    throw new Error("The payment sandbox does not run while STRIPE_SECRET_KEY is set.");
  }
  const running = runningSandbox();
  if (running) return running;
  starting.stripeSandboxStarting ??= start(options).finally(() => {
    starting.stripeSandboxStarting = undefined;
  });
  return starting.stripeSandboxStarting;
}

async function start({ secret, shopUrl, webhookUrl }: SandboxOptions): Promise<RunningSandbox> {
  const { secretKey, webhookSecret, payPal } = sandboxKeys(secret);
  await forgetOldKeys(getOrm().em.fork());
  const stripeApp = stripeSandbox(secretKey);
  const payPalApp = payPalSandbox(payPal, shopUrl);
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
    const response = await handleWithFaults(request, handle);
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
