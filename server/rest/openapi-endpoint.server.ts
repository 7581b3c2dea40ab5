import { z } from "@hono/zod-openapi";
import { defineEndpoint, type Endpoint, reply } from "./endpoint.ts";
import { openApiDocument } from "./openapi-document.ts";
import type { OpenApiDocument } from "./openapi-types.ts";

/** The row that describes all others and itself. */
export function openApiEndpoint(endpoints: readonly Endpoint[]): Endpoint {
  let document: OpenApiDocument | undefined;
  const self = defineEndpoint({
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
    answer: async () => {
      document ??= openApiDocument([...endpoints, self]);
      return reply(200, { ...document });
    },
  });
  return self;
}
