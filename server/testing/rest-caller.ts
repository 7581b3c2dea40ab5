import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { handleRest } from "#server/api/rest-app.server.ts";
import type { Role } from "#server/core/roles.ts";
import { makeUser, testContext } from "./factories.ts";
import { listen } from "./listen.ts";
import { expectInContract } from "./rest-contract.ts";
import { sendNothing, startTestSandbox } from "./sandbox.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "./throwaway-folder.ts";
import { cookieOfUser } from "./users.ts";

export interface RestResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

interface RestCall {
  /** A `Cookie` header, such as `cookieFor` makes. */
  cookie?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

/**
 * Calls the REST facade as Remix's resource route does, and holds the answer against the OpenAPI document: a status,
 * a header or a shape that it does not have fails the test.
 */
export async function callRest(method: string, path: string, call: RestCall = {}): Promise<RestResponse> {
  const isJson = call.json !== undefined;
  const request = new Request(`http://127.0.0.1:3000${path}`, {
    method,
    headers: {
      "X-Request-Id": randomUUID(),
      ...(call.cookie ? { Cookie: call.cookie } : {}),
      ...(isJson ? { "Content-Type": "application/json" } : {}),
      ...call.headers,
    },
    body: isJson ? JSON.stringify(call.json) : (call.body ?? null),
    ...{ duplex: "half" },
  });
  const response = await handleRest(request, {});
  const { status, headers } = response;
  const body = await readBody(response, method);
  if (method !== "HEAD" && status !== 204)
    expectInContract(method, new URL(request.url).pathname, response, body);
  return { status, headers, body };
}

/** JSON as what it says, a file as its bytes, nothing as null. */
async function readBody(response: Response, method: string): Promise<unknown> {
  if ([204, 304].includes(response.status) || method === "HEAD") return null;
  if (response.headers.get("content-type")?.startsWith("application/json")) return response.json();
  return new Uint8Array(await response.arrayBuffer());
}

/** The `Cookie` header of a new user of this role, signed in; none for a visitor. */
export async function cookieFor(
  role: Role | "visitor",
  { password }: { password?: string } = {},
): Promise<string | undefined> {
  if (role === "visitor") return undefined;
  const context = await testContext();
  const user = await makeUser(context, {
    role,
    hasResearchAccess: true,
    ...(password === undefined ? {} : { password }),
  });
  return cookieOfUser(user.id);
}

interface RestServer {
  url: string;
  /** What was asked for, in order: `GET /api/products`. */
  asked: string[];
}

/** The REST facade on a port of its own until the test is over; `before` may look at a request before it is answered. */
export async function serveRest(before?: (call: string) => Promise<void>): Promise<RestServer> {
  const calls: string[] = [];
  const url = await listen((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`;
    calls.push(what);
    void (before?.(what) ?? Promise.resolve()).then(() => respond(incoming, outgoing));
  });
  return { url, asked: calls };
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const response = await handleRest(
    new Request(`http://127.0.0.1:3000${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      body: parts.length > 0 ? Buffer.concat(parts) : null,
    }),
    {},
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** Runs the payment sandbox, and lifts the rate limits, while a test file calls the REST facade. */
export function withSandbox(): { restart(): Promise<void>; stop(): Promise<void> } {
  let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  let folder: string;
  const start = async () => {
    sandbox = await startTestSandbox(undefined, { journal: path.join(folder, "payments.jsonl") });
    await sendNothing();
  };
  beforeAll(async () => {
    process.env.RATE_LIMIT_FACTOR = "0";
    folder = await makeThrowawayFolder();
    await start();
  });
  afterAll(async () => {
    await sandbox.stop();
    await removeThrowawayFolder(folder);
  });
  return { restart: start, stop: () => sandbox.stop() };
}
