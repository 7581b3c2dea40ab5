import { OpenAPIHono, z } from "@hono/zod-openapi";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Handler } from "hono/types";
import { openApiDocumentOf, openApiRouteOf } from "#server/api/openapi-route.ts";
import type { OpenApiDocument } from "#server/api/reference-text.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type { CacheRule } from "#server/http/cacheable-address.ts";
import { handleEvent } from "#server/orders/webhook.server.ts";
import { isProviderId, profileOf } from "#server/payments/provider-list.ts";
import type { PageArguments } from "#server/process/page.server.ts";
import { systemContext } from "#server/process/request-context.server.ts";
import { defineEndpoint, type Endpoint, hasEntityTag, reply } from "./endpoint.ts";
import { accountEndpoints } from "./endpoints/account.server.ts";
import { batchEndpoints } from "./endpoints/batches.server.ts";
import { orderWorkEndpoints } from "./endpoints/order-work.server.ts";
import { adminEndpoints, orderEndpoints, parcelEndpoints } from "./endpoints/orders.server.ts";
import { deliveryEndpoints, paymentEndpoints, payPalEndpoints } from "./endpoints/payments.server.ts";
import { productEndpoints } from "./endpoints/products.server.ts";
import { publicEndpoints } from "./endpoints/public.server.ts";
import { userEndpoints } from "./endpoints/users.server.ts";
import { visitedOrderEndpoints } from "./endpoints/visited-orders.server.ts";
import { errorResponse, failedFile, jsonResponse } from "./error-response.server.ts";
import { assertValid, conditional, permitted, type RestEnvironment, readable } from "./middleware.server.ts";
import { orderFiles, staffFiles } from "./private-files.server.ts";
import { publicFiles } from "./public-files.server.ts";
import { respondOnce } from "./respond-once.server.ts";

/** Every endpoint of the shop. A new one goes into the list of its subject. */
const endpointTable: readonly Endpoint[] = [
  ...productEndpoints,
  ...batchEndpoints,
  ...deliveryEndpoints,
  ...publicEndpoints,
  ...paymentEndpoints,
  ...orderEndpoints,
  ...visitedOrderEndpoints,
  ...accountEndpoints,
  ...adminEndpoints,
  ...orderWorkEndpoints,
  ...parcelEndpoints,
  ...userEndpoints,
  ...payPalEndpoints,
];

/** Responds to a request for a file. */
type FileHandler = (asked: PageArguments) => Promise<Response>;

/** Every file that is made when it is asked for, by its address, where `:name` stands for one path segment. */
export const files: Readonly<Record<string, FileHandler>> = { ...staffFiles, ...orderFiles, ...publicFiles };

/** The REST app of some endpoints. Every response is JSON, or a file. */
export function restAppOf(endpoints: readonly Endpoint[]): OpenAPIHono<RestEnvironment> {
  const app = new OpenAPIHono<RestEnvironment>({ defaultHook: assertValid });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = [...methods, "OPTIONS"].join(", ");
        if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
        const refusal = new ShopError("method_not_allowed", `This address answers ${allow} only.`);
        const response = errorResponse(refusal, c.req.raw);
        response.headers.set("Allow", allow);
        return response;
      },
    }),
  );
  app.openapiRoutes(
    endpoints.map((endpoint) => ({
      route: openApiRouteOf(endpoint, [
        ...(hasEntityTag(endpoint) ? [conditional(endpoint)] : []),
        permitted(endpoint),
        readable(endpoint),
      ]),
      handler: handlerOf(endpoint),
    })),
  );
  app.notFound((c) =>
    errorResponse(
      new ShopError("not_found", "There is nothing at this address. /api/openapi.json lists what there is."),
      c.req.raw,
    ),
  );
  app.onError((error, c) => errorResponse(error, c.req.raw));
  return app;
}

type ParsedInput = { out: { param: unknown; query: unknown; json: unknown } };

/** Calls a row with what the library parsed of the request. */
function handlerOf(endpoint: Endpoint): Handler<RestEnvironment, string, ParsedInput> {
  return async (c) => {
    const {
      status,
      body,
      headers,
      cookies = [],
    } = await respondOnce(endpoint, {
      context: c.get("context"),
      request: c.get("request"),
      params: c.req.valid("param"),
      query: c.req.valid("query"),
      body: c.req.valid("json"),
    });
    const contentType = endpoint.responses[status]?.contentType;
    if (contentType && body instanceof Uint8Array) {
      const fileHeaders = { "Content-Type": contentType, "Cache-Control": "private, no-store" };
      return new Response(new Uint8Array(body), { status, headers: { ...fileHeaders, ...headers } });
    }
    const response = jsonResponse(status, body, headers);
    for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
    return response;
  };
}

/** Every endpoint of the shop. */
export const restEndpoints: readonly Endpoint[] = [
  ...endpointTable,
  defineEndpoint({
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
  }),
];

/** The reads among them that may be cached. */
export const restCacheRules: readonly CacheRule[] = restEndpoints.flatMap(({ path, query, topics }) =>
  topics
    ? [
        {
          topics,
          paths: [path.replaceAll(/\{(\w+)\}/g, ":$1")],
          parameters: Object.keys(query?.shape ?? {}),
        },
      ]
    : [],
);

const restApp = restAppOf(restEndpoints);
// Remix, which hands these over, takes an address with a last slash for the same.
restApp.on("POST", ["/webhooks/:provider", "/webhooks/:provider/"], (c) =>
  takeWebhook(c.req.raw, c.req.param("provider")),
);
for (const [path, answer] of Object.entries(files)) {
  restApp.on("GET", [path, `${path}/`], async (c) => {
    try {
      return await answer({ request: c.req.raw, params: c.req.param(), context: c.env.loadContext });
    } catch (thrown) {
      // A refusal is a response already.
      if (thrown instanceof Response) throw thrown;
      return failedFile(thrown, c.req.raw);
    }
  });
}
let document: OpenApiDocument | undefined;

/** The OpenAPI document of every endpoint; it only changes with a new version. */
export function restDocument(): OpenApiDocument {
  document ??= openApiDocumentOf(restApp, restEndpoints);
  return document;
}

/** Handles one request to the REST API, of a provider, or for a file; `loadContext` is what Remix passed to the loader or action. */
export async function handleRest(request: Request, loadContext: object): Promise<Response> {
  return restApp.fetch(request, { loadContext });
}

/**
 * Payment providers call this, not browsers: a signature over the raw bytes proves the sender, and the shop acts as
 * itself. After any response but a 2xx the provider sends the event again, which is right whenever acting on it
 * failed.
 */
async function takeWebhook(request: Request, provider: string): Promise<Response> {
  if (!isProviderId(provider)) {
    return Response.json({ message: "There is no such provider.", code: "not_found" }, { status: 404 });
  }
  const requestId = request.headers.get("x-request-id") ?? undefined;
  try {
    const body = Buffer.from(await request.arrayBuffer());
    await handleEvent(await systemContext(requestId, { checksSettings: true }), provider, {
      body,
      headers: request.headers,
    });
    return Response.json({ received: true });
  } catch (error) {
    if (error instanceof ShopError) {
      const { message, code, status, retryAfterSeconds } = error;
      const headers: Record<string, string> = retryAfterSeconds
        ? { "Retry-After": String(retryAfterSeconds) }
        : {};
      return Response.json({ message, code }, { status, headers });
    }
    log("error", `a ${profileOf(provider).name} event could not be acted on`, { requestId, error });
    return Response.json({ message: "Please send this event again.", code: "internal" }, { status: 500 });
  }
}
