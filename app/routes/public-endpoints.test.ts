import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publicEndpoints, type RateLimitName, rateLimits } from "#server/access/limits.ts";
import type { Endpoint } from "#server/api/endpoint.ts";
import { restEndpoints } from "#server/api/rest-app.server.ts";
import { allows, type Capability } from "#server/core/roles.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { appRouter } from "#server/trpc/router.server.ts";
import { routes } from "../routes.ts";

/*
 * Every route, REST call and procedure that a visitor or a customer may use is in the table of limits, with its limits
 * or with the reason why it needs none.
 */

type RouteHandler = (args: { request: Request; params: object; context: object }) => unknown;
const handlerSchema = z.custom<RouteHandler>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: handlerSchema, action: handlerSchema });

interface RouteEndpoint {
  endpoint: string;
  method: "GET" | "POST";
  answer: RouteHandler | undefined;
}

const proceduresSchema = z.record(
  z.string(),
  z.custom<{ _def: { meta?: { permission?: Capability } } }>((value) => typeof value === "function"),
);

const procedures = Object.entries(proceduresSchema.parse(appRouter._def.procedures));

/** These forward the request; what is behind them is checked separately. */
const delegating = new Set(["api/*", "paypal/*"]);

const routeEndpoints = (
  await Promise.all(
    routes.map(async ({ path: pattern = "", file }): Promise<RouteEndpoint[]> => {
      if (delegating.has(pattern)) return [];
      const module: unknown = await import(path.resolve(import.meta.dirname, "..", file));
      const { loader, action } = moduleSchema.parse({ ...Object(module) });
      const reads = { endpoint: `GET /${pattern}`, method: "GET", answer: loader } as const;
      return action ? [reads, { endpoint: `POST /${pattern}`, method: "POST", answer: action }] : [reads];
    }),
  )
).flat();
const customer = (await cookieFor("customer")) ?? "";

/** Whether it refuses both visitors and customers. */
async function isShut({ endpoint, method, answer }: RouteEndpoint): Promise<boolean> {
  if (!answer) return false;
  const statuses = await Promise.all(
    ["", customer].map(async (cookie) => {
      const body = method === "POST" ? new URLSearchParams({ intent: "nothing" }) : null;
      const headers = { "X-Client-Address": "203.0.113.40", ...(cookie ? { Cookie: cookie } : {}) };
      const request = new Request(`http://127.0.0.1:3000${endpoint.split(" ")[1]}`, {
        method,
        headers,
        body,
      });
      const call = async () => answer({ request, params: {}, context: {} });
      return statusOf(await call().catch((thrown: unknown) => thrown));
    }),
  );
  return statuses.every((status) => status === 401 || status === 403 || status === 302 || status === 303);
}

function statusOf(result: unknown): number {
  if (result instanceof Response) return result.status;
  return z.object({ init: z.object({ status: z.int() }) }).safeParse(result).data?.init.status ?? 200;
}

const isForAnybody = ({ permission }: Endpoint): boolean =>
  permission === "public" ||
  permission === "signed-in" ||
  allows("visitor", permission) ||
  allows("customer", permission);

const limitsOf = (endpoint: string): readonly RateLimitName[] => {
  const reason = publicEndpoints[endpoint];
  return reason === undefined || typeof reason === "string" ? [] : reason;
};

const isMissing = (name: string) => publicEndpoints[name] === undefined;

describe("what a visitor or a customer may use is in the table of limits", () => {
  it("of the routes", async () => {
    const missing = routeEndpoints.filter(({ endpoint }) => isMissing(endpoint));
    const open = await Promise.all(missing.map(async (one) => ((await isShut(one)) ? [] : [one.endpoint])));
    expect(open.flat()).toEqual([]);
  });

  it("of the calls of scripts", () => {
    const names = restEndpoints
      .filter(isForAnybody)
      .map(({ method, path: address }) => `${method} ${address}`);
    expect(names.filter(isMissing)).toEqual([]);
  });

  it("of the procedures", () => {
    const names = procedures.flatMap(([name, { _def }]) => {
      const permission = _def.meta?.permission;
      const isOpen = !permission || allows("visitor", permission) || allows("customer", permission);
      return isOpen ? [`procedure ${name}`] : [];
    });
    expect(names.filter(isMissing)).toEqual([]);
  });
});

describe("the table of limits", () => {
  it("names no endpoint that does not exist", () => {
    const there = new Set([
      ...routeEndpoints.map(({ endpoint }) => endpoint),
      ...restEndpoints.map(({ method, path: address }) => `${method} ${address}`),
      ...procedures.map(([name]) => `procedure ${name}`),
    ]);
    expect(Object.keys(publicEndpoints).filter((endpoint) => !there.has(endpoint))).toEqual([]);
  });

  it("has a limit before every public write, but for those that say why not", () => {
    const writes = Object.keys(publicEndpoints).filter((endpoint) => !/^(?:GET|procedure) /.test(endpoint));
    const without = writes.filter((endpoint) => limitsOf(endpoint).length === 0);
    expect(without.sort()).toEqual(["POST /*", "POST /sandbox/*"]);
    const own = writes.filter(
      (endpoint) => limitsOf(endpoint).length > 0 && !limitsOf(endpoint).includes("write"),
    );
    expect(own).toEqual(["POST /webhooks/:provider"]);
  });

  it("has no limit that protects no endpoint", () => {
    const usedLimits = new Set(Object.keys(publicEndpoints).flatMap(limitsOf));
    const others: RateLimitName[] = ["api-key", "unknown-api-key"];
    const idle = Object.keys(rateLimits).filter(
      (name) => !usedLimits.has(name as RateLimitName) && !others.includes(name as RateLimitName),
    );
    expect(idle).toEqual([]);
  });
});
