import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from "node:http";
import { buffer } from "node:stream/consumers";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type Environment, EnvironmentError, isLive, isReachable } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { mainProvider, usesStandIns } from "./provider-list.ts";
import { listed } from "./provider-profile.ts";

const keysSchema = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  payPal: z.object({ clientId: z.string(), clientSecret: z.string(), webhookId: z.string() }),
});
/** `port` is one of 127.0.0.1; `pauses` is how long a request to PayPal waits before it is sent again, if not as usual. */
const connectionSchema = keysSchema.extend({ port: z.number(), pauses: z.array(z.number()).optional() });

/** The keys that the stand-ins for Stripe and PayPal know the shop by. */
export type SandboxKeys = z.infer<typeof keysSchema>;
/** Where the stand-ins that run beside the shop listen, and their keys. */
export type SandboxConnection = z.infer<typeof connectionSchema>;

let held: { text: string; connection: SandboxConnection } | undefined;

/** None before they were started (`server/process/sandbox.server.ts`), and where the shop has keys of Stripe's. */
export function sandboxConnection(): SandboxConnection | undefined {
  const text = process.env.SANDBOX_CONNECTION;
  if (!text) return undefined;
  if (held?.text !== text) held = { text, connection: connectionSchema.parse(JSON.parse(text)) };
  return held.connection;
}

/** From here on payments of this process, and of those it starts, go there; `undefined` ends it. */
export function connectSandbox(connection: SandboxConnection | undefined): void {
  if (connection) process.env.SANDBOX_CONNECTION = JSON.stringify(connection);
  else delete process.env.SANDBOX_CONNECTION;
}

/** @throws ShopError `unavailable` before they were started */
export function startedSandbox(): SandboxConnection {
  const sandbox = sandboxConnection();
  if (sandbox) return sandbox;
  throw new ShopError("unavailable", "Payments are not ready yet. Please try again in a moment.", {
    detail: "The payment sandbox has not been started in this process.",
    retryAfterSeconds: 2,
  });
}

/** Tells the stand-ins, where they run, that the demo data's payments are gone. */
export async function forgetDemoPayments(): Promise<void> {
  const port = sandboxConnection()?.port;
  if (port === undefined) return;
  await fetch(`http://127.0.0.1:${port}/known-payments`, { method: "DELETE" });
}

/**
 * Passes a browser's request for a page or a call of the payment stand-ins on to them, which are reached
 * under the shop's own address. 404 where real payments are on; 503 while they are not there; 504 for an answer that
 * was lost on its way.
 */
export async function passToSandbox(request: Request): Promise<Response> {
  if (!usesStandIns(process.env)) return new Response("Page not found", { status: 404 });
  const { method, headers } = request;
  const { pathname, search } = new URL(request.url);
  const hasBody = method !== "GET" && method !== "HEAD";
  const answer = await askSandbox(sandboxConnection()?.port, {
    method,
    address: pathname + search,
    headers: Object.fromEntries(headers),
    body: hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined,
  });
  const { status, body } = answer;
  return new Response(body.byteLength === 0 ? null : Buffer.from(body), { status, headers: answer.headers });
}

/** The row of `counter` that says how often the shop began with live keys. */
const LIVE_STARTS = "live-starts";

/** Put into words only when it is needed: the language's rules for lists take a start 20 ms to load. */
function remedy(): string {
  return `Set ${listed(mainProvider.keys)}, or PAYMENTS=sandbox if orders paid with test cards are meant.`;
}

/**
 * A shop that others reach takes test cards only if that is said: a variable that got lost must not sell goods.
 * @throws EnvironmentError
 */
export function refuseAccidentalSandbox(environment: Environment): void {
  if (usesStandIns(environment) && environment.PAYMENTS !== "sandbox" && isReachable(environment)) {
    throw new EnvironmentError(`There are no payment keys, and others reach this shop. ${remedy()}`);
  }
}

/**
 * The same for a shop that has had live keys, wherever it runs. Remembers in the database that it has; in the caller's
 * transaction.
 * @throws EnvironmentError
 */
export async function refuseLostKeys(em: EntityManager, environment: Environment): Promise<void> {
  if (isLive(environment)) {
    await em.execute(
      `insert into counter (name, value) values (?, 1)
        on conflict (name) do update set value = counter.value + 1`,
      [LIVE_STARTS],
    );
  } else if (usesStandIns(environment) && environment.PAYMENTS !== "sandbox") {
    const began = await typedSql(em)
      .selectFrom("counter")
      .where("name", "=", LIVE_STARTS)
      .select("name")
      .executeTakeFirst();
    if (began) {
      throw new EnvironmentError(`This shop has had live payment keys, and they are gone. ${remedy()}`);
    }
  }
}

/** A browser's request for a page or a call of the payment stand-ins. */
interface SandboxRequest {
  method: string;
  /** The path with its query. */
  address: string;
  headers: IncomingHttpHeaders;
  body: Uint8Array | undefined;
}

interface SandboxAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What the stand-ins get to know of a browser's request. */
const REQUEST_HEADERS = ["accept", "content-type", "x-request-id"];
const RESPONSE_HEADERS = [
  "cache-control",
  "content-security-policy",
  "content-type",
  "location",
  "referrer-policy",
  "retry-after",
];
/** Longer than they wait for anything. */
const RESPONSE_TIMEOUT_MS = 30_000;
const RETRY_SECONDS = 2;

/** Shorter than the stand-ins keep theirs: a request on a connection that they have just closed would be lost. */
const IDLE_MS = 5000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Asks the stand-ins at this port of 127.0.0.1; 503 while they are not there, 504 for an answer that was lost on its way. */
async function askSandbox(port: number | undefined, asked: SandboxRequest): Promise<SandboxAnswer> {
  if (port === undefined) return notThere();
  try {
    const answer = await sendTo(port, asked);
    return {
      status: answer.statusCode ?? 502,
      headers: chosen(answer.headers, RESPONSE_HEADERS),
      body: await buffer(answer),
    };
  } catch (error) {
    log("warn", "the payment sandbox did not answer", { path: asked.address.split("?", 1)[0], error });
    return isRefused(error) ? notThere() : { status: 504, headers: {}, body: new Uint8Array() };
  }
}

function sendTo(port: number, { method, address, headers, body }: SandboxRequest) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send({
      agent,
      host: "127.0.0.1",
      port,
      method,
      path: address,
      headers: {
        ...chosen(headers, REQUEST_HEADERS),
        ...(body ? { "content-length": body.byteLength } : {}),
      },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    sent.once("response", resolve);
    sent.once("error", reject);
    sent.end(body);
  });
}

function chosen(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/** Nobody listens: nothing has happened. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function notThere(): SandboxAnswer {
  const text =
    "The test payments are starting. Nothing was charged: please go back and try again in a few seconds.";
  return {
    status: 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(RETRY_SECONDS) },
    body: Buffer.from(text),
  };
}

/**
 * Passes requests for the pages and calls of the payment stand-ins on to them before the application sees them, so that
 * a test payment costs the shop about what a real one does: nothing. Where real payments are on they are the
 * application's, which has no such page.
 */
export function withTestPayments(next: RequestListener): RequestListener {
  return (request, response) => {
    const address = addressAtStandIns(request);
    if (address === undefined) next(request, response);
    else void pass(address, request, response);
  };
}

/** undefined for what is the application's. */
function addressAtStandIns({ method, url = "" }: IncomingMessage): string | undefined {
  const isRead = method === "GET";
  if (!(isRead || method === "POST") || !url.startsWith("/sandbox/") || !usesStandIns(process.env)) {
    return undefined;
  }
  // Without steps upwards, which would lead out of it.
  const { pathname, search } = new URL(url, "http://127.0.0.1");
  return pathname.startsWith("/sandbox/") && !pathname.endsWith(".data") ? pathname + search : undefined;
}

async function pass(address: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", headers } = request;
  try {
    const {
      status,
      headers: answered,
      body,
    } = await askSandbox(sandboxConnection()?.port, {
      method,
      address,
      headers,
      body: method === "GET" ? undefined : await buffer(request),
    });
    response.writeHead(status, { ...answered, "Content-Length": body.byteLength }).end(body);
  } catch {
    // The browser has gone.
    response.destroy();
  }
}
