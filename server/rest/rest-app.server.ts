import { Hono } from "hono";
import { ShopError } from "#server/core/errors.ts";
import { answerEndpoint, refuse } from "./answer-endpoint.server.ts";
import type { Endpoint } from "./endpoint.ts";
import { endpointTable } from "./endpoint-table.server.ts";
import { methodsAt } from "./match-path.ts";
import { openApiEndpoint } from "./openapi-endpoint.server.ts";

interface RestEnvironment {
  /** What Remix hands the loader or action: the key under which a request's context is kept. */
  Bindings: { loadContext: object };
}

/** The REST facade over some rows. Every answer it gives is JSON. */
export function restAppOf(endpoints: readonly Endpoint[]): Hono<RestEnvironment> {
  const app = new Hono<RestEnvironment>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(endpoint.method, path, (c) =>
      answerEndpoint(endpoint, c.req.raw, c.env.loadContext, c.req.param()),
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

function noSuchPath(): ShopError {
  return new ShopError(
    "not_found",
    "There is nothing at this address. /api/openapi.json lists what there is.",
  );
}

/** Every row the shop answers. */
export const restEndpoints: readonly Endpoint[] = [...endpointTable, openApiEndpoint(endpointTable)];

const restApp = restAppOf(restEndpoints);

/** Answers one request to the REST facade; `loadContext` is what Remix gave the loader or action. */
export async function answerRest(request: Request, loadContext: object): Promise<Response> {
  return restApp.fetch(request, { loadContext });
}
