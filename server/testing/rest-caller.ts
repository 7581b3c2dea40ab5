import { randomUUID } from "node:crypto";
import { handleRest } from "#server/api/rest-app.server.ts";
import type { Role } from "#server/core/roles.ts";
import { makeUser, testContext } from "./factories.ts";
import { expectInContract } from "./rest-contract.ts";
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
