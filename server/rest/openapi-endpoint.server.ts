import { OpenAPIHono, z } from "@hono/zod-openapi";
import { allows } from "#server/access/permissions.ts";
import { errorDoors } from "#server/core/errors.ts";
import {
  defineEndpoint,
  type Endpoint,
  type EndpointPermission,
  hasEntityTag,
  refusalCodesOf,
  reply,
} from "./endpoint.ts";
import { refusalSchema } from "./refusal.ts";

const JSON_TYPE = "application/json";

/** The row that describes all others and itself. */
export function openApiEndpoint(endpoints: readonly Endpoint[]): Endpoint {
  let document: Record<string, unknown> | undefined;
  const self = defineEndpoint({
    method: "GET",
    path: "/api/openapi.json",
    summary: "This description of the interface, as OpenAPI 3.1",
    permission: "public",
    caching: "public",
    responses: { 200: { description: "The OpenAPI document", schema: z.record(z.string(), z.unknown()) } },
    answer: async () => {
      document ??= openApiDocument([...endpoints, self]);
      return reply(200, document);
    },
  });
  return self;
}

function openApiDocument(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "session", { type: "apiKey", in: "cookie", name: "session" });
  for (const endpoint of endpoints) {
    registry.registerPath({
      method: lowerCased(endpoint.method),
      path: endpoint.path,
      operationId: operationIdOf(endpoint),
      summary: endpoint.summary,
      description: `Permission: ${endpoint.permission}.`,
      tags: [endpoint.path.split("/")[2]?.replace(/\..*/, "") ?? "api"],
      security: securityOf(endpoint.permission),
      request: {
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { query: endpoint.query } : {}),
        ...(endpoint.body
          ? { body: { required: true, content: { [JSON_TYPE]: { schema: endpoint.body } } } }
          : {}),
      },
      responses: {
        ...Object.fromEntries(
          Object.entries(endpoint.responses).map(([status, { description, schema, contentType }]) => [
            status,
            {
              description,
              content: contentType
                ? { [contentType]: { schema: { type: "string" as const, format: "binary" } } }
                : { [JSON_TYPE]: { schema } },
            },
          ]),
        ),
        ...refusalResponses(endpoint),
      },
    });
  }
  const generated = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Oxbow Biochar",
      version: "1.0.0",
      description: "Money is in pounds with at most two decimals, times are ISO 8601 in UTC.",
    },
    servers: [{ url: "/" }],
  });
  return { ...generated };
}

function refusalResponses(endpoint: Endpoint) {
  const byStatus = new Map<number, string[]>();
  for (const code of refusalCodesOf(endpoint)) {
    const status = errorDoors[code].http;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  byStatus.set(500, ["internal_error"]);
  const content = { [JSON_TYPE]: { schema: refusalSchema } };
  return {
    ...(endpoint.method === "GET" && hasEntityTag(endpoint)
      ? { 304: { description: "Unchanged since the given ETag" } }
      : {}),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [status, { description: codes.join(", "), content }]),
    ),
  };
}

/** A visitor's call needs nothing; an empty requirement beside the session says that it is optional. */
function securityOf(permission: EndpointPermission): Record<string, string[]>[] {
  if (permission === "public") return [];
  const open = permission !== "signed-in" && allows("visitor", permission);
  return [...(open ? [{}] : []), { session: [] }];
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/api\//, "")
    .split(/[^A-Za-z]+/)
    .filter(Boolean);
  return lowerCased(method) + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const lowerCase = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;

function lowerCased<Method extends keyof typeof lowerCase>(method: Method): (typeof lowerCase)[Method] {
  return lowerCase[method];
}
