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

let cached: { text: string; connection: SandboxConnection } | undefined;

/** None before they were started (`server/process/sandbox.server.ts`), and where the shop has keys of Stripe's. */
export function sandboxConnection(): SandboxConnection | undefined {
  const text = process.env.SANDBOX_CONNECTION;
  if (!text) return undefined;
  if (cached?.text !== text) cached = { text, connection: connectionSchema.parse(JSON.parse(text)) };
  return cached.connection;
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

/** What the stand-ins get to know of a browser's request, and the browser of their answer. */
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

/**
 * Passes a browser's request for a page or a call of the payment stand-ins on to them, which are reached
 * under the shop's own address. 404 where real payments are on; 503 while they are not there; 504 for an answer that
 * was lost on its way.
 */
export async function passToSandbox(request: Request): Promise<Response> {
  if (!usesStandIns(process.env)) return new Response("Page not found", { status: 404 });
  const port = sandboxConnection()?.port;
  if (port === undefined) return notThere();
  const { method } = request;
  const { pathname, search } = new URL(request.url);
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      headers: chosen(request.headers, REQUEST_HEADERS),
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const { status, headers } = answer;
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, {
      status,
      headers: chosen(headers, RESPONSE_HEADERS),
    });
  } catch (error) {
    log("warn", "the payment sandbox did not answer", { path: pathname, error });
    return isConnectionRefused(error) ? notThere() : new Response(null, { status: 504 });
  }
}

function chosen(headers: Headers, names: readonly string[]): Headers {
  return new Headers(
    names.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Nobody listens: nothing has happened. */
function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

function notThere(): Response {
  const text =
    "The test payments are starting. Nothing was charged: please go back and try again in a few seconds.";
  return new Response(text, {
    status: 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "2" },
  });
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
export function assertSandboxIsMeant(environment: Environment): void {
  if (usesStandIns(environment) && environment.PAYMENTS !== "sandbox" && isReachable(environment)) {
    throw new EnvironmentError(`There are no payment keys, and others reach this shop. ${remedy()}`);
  }
}

/**
 * The same for a shop that has had live keys, wherever it runs. Remembers in the database that it has; in the caller's
 * transaction.
 * @throws EnvironmentError
 */
export async function assertKeysPresent(em: EntityManager, environment: Environment): Promise<void> {
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
