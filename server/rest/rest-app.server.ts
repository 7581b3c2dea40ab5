import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { ShopError } from "#server/core/errors.ts";
import type { CacheRule } from "#server/http/cacheable-address.ts";
import { openApiDocument } from "#server/rest/documentation/openapi-document.ts";
import type { OpenApiDocument } from "#server/rest/documentation/openapi-types.ts";
import { defineEndpoint, type Endpoint, reply } from "./endpoint.ts";
import { endpointTable } from "./endpoint-table.server.ts";
import { handleEndpoint, refuse } from "./handle-endpoint.server.ts";

interface RestEnvironment {
  /** What Remix passes to the loader or action: the key under which a request's context is stored. */
  Bindings: { loadContext: object };
}

/** The REST app of some endpoints. Every response is JSON. */
export function restAppOf(endpoints: readonly Endpoint[]): Hono<RestEnvironment> {
  const app = new Hono<RestEnvironment>();
  for (const endpoint of endpoints) {
    app.on(endpoint.method, routePatternOf(endpoint.path), (c) =>
      handleEndpoint(endpoint, c.req.raw, c.env.loadContext, c.req.param()),
    );
  }
  app.notFound((c) => {
    const methods = methodsAt(endpoints, c.req.path);
    if (methods.length === 0) return refuse(noSuchPath(), c.req.raw);
    const allow = methods.join(", ");
    if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
    const refusal = new ShopError("method_not_allowed", `This address answers ${allow} only.`);
    const response = refuse(refusal, c.req.raw);
    response.headers.set("Allow", allow);
    return response;
  });
  app.onError((error, c) => refuse(error, c.req.raw));
  return app;
}

function routePatternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function noSuchPath(): ShopError {
  return new ShopError(
    "not_found",
    "There is nothing at this address. /api/openapi.json lists what there is.",
  );
}

/** Every endpoint of the shop. */
export const restEndpoints: readonly Endpoint[] = [...endpointTable, openApiEndpoint()];

/** The reads among them that may be cached. */
export const restCacheRules: readonly CacheRule[] = restEndpoints.flatMap(({ path, query, topics }) =>
  topics ? [{ topics, paths: [routePatternOf(path)], parameters: Object.keys(query?.shape ?? {}) }] : [],
);

const restApp = restAppOf(restEndpoints);

/** Handles one request to the REST API; `loadContext` is what Remix passed to the loader or action. */
export async function handleRest(request: Request, loadContext: object): Promise<Response> {
  return restApp.fetch(request, { loadContext });
}

let document: OpenApiDocument | undefined;

/** The OpenAPI document of every endpoint; it only changes with a new version. */
export function restDocument(): OpenApiDocument {
  document ??= openApiDocument(restEndpoints);
  return document;
}

/** The endpoint that describes all others and itself. */
function openApiEndpoint(): Endpoint {
  return defineEndpoint({
    method: "GET",
    path: "/api/openapi.json",
    summary: "This description of the interface, as OpenAPI 3.1",
    permission: "public",
    caching: "public",
    responses: {
      200: {
        description: "The OpenAPI document",
        schema: z.record(z.string(), z.unknown()).meta({ examples: [{ openapi: "3.1.0", paths: {} }] }),
      },
    },
    answer: async () => reply(200, { ...restDocument() }),
  });
}

/** The methods of the endpoints at this path, for `Allow`; none when no endpoint has the path. */
function methodsAt(endpoints: readonly Endpoint[], path: string): string[] {
  const methods = endpoints
    .filter((endpoint) => matchesPath(endpoint.path, path))
    .map(({ method }) => method);
  if (methods.length === 0) return [];
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}

/** Whether a path matches an endpoint's template, in which `{name}` is one segment that is not empty. */
export function matchesPath(template: string, path: string): boolean {
  const expected = template.split("/");
  const actual = path.split("/");
  return (
    expected.length === actual.length &&
    expected.every(
      (segment, index) => segment === actual[index] || (segment.startsWith("{") && actual[index] !== ""),
    )
  );
}
