import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Session } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import type { Role } from "#server/core/roles.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { sessionCookie } from "#server/http/cookies.server.ts";
import { hashSessionToken, makeSessionToken } from "#server/identity/sessions/sessions.server.ts";
import { handleRest } from "#server/rest/rest-app.server.ts";
import { makeUser, testContext } from "../factories.ts";
import { expectInContract } from "./rest-contract.ts";

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

/** The `Cookie` header of a user, signed in. */
export async function cookieOfUser(userId: number): Promise<string> {
  const token = makeSessionToken();
  const em = getOrm().em.fork();
  const expiresAt = new Date(Date.now() + 3_600_000);
  em.create(Session, {
    tokenHash: hashSessionToken(token),
    user: userId,
    lastSeenAt: expiresAt,
    expiresAt,
  });
  await em.flush();
  return cookieOf(await (await sessionCookie(em)).serialize(token));
}

/** What a browser sends back for a `Set-Cookie` value. */
export function cookieOf(setCookie: string): string {
  return setCookie.split(";", 1)[0] ?? "";
}

const tableSchema = z.object({ name: z.string() });
const printSchema = z.object({ name: z.string(), print: z.string() });

/**
 * Every table's rows as one short text each: two that are equal mean that nothing was written in between.
 * The sandbox's table is left out: it stands for Stripe, and its events go out in their own time. So is that of the
 * API keys, each of which says when it was last shown.
 */
export async function databaseState(): Promise<Record<string, string>> {
  const em = getOrm().em.fork();
  const tables = await rawRows(
    em,
    tableSchema,
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where (schemaname = 'public' and tablename not in ('rate_limit', 'api_key')) or tablename = '_private_jobs'`,
  );
  const prints = await rawRows(
    em,
    printSchema,
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as print
           from ${name} t`,
      )
      .join(" union all "),
  );
  return Object.fromEntries(prints.map(({ name, print }) => [name, print]));
}
