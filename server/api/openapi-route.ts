import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono/types";
import {
  type Endpoint,
  type EndpointPermission,
  errorCodesOf,
  hasEntityTag,
  LIST_COMPLETE,
} from "#server/api/endpoint.ts";
import { type ErrorCode, errorExample, errorSchema } from "#server/api/error-response.server.ts";
import { errorStatus } from "#server/core/errors.ts";
import { allows, roleDisplayName, roles } from "#server/core/roles.ts";
import { PICTURE_TYPES } from "#server/media/media-address.ts";
import type { OpenApiDocument } from "./reference-text.ts";

const JSON_TYPE = "application/json";

type Registry = OpenAPIHono["openAPIRegistry"];

/** A row as a route of the library: what it validates, and what the OpenAPI document says of it. */
export function openApiRouteOf(endpoint: Endpoint, middleware: MiddlewareHandler[]) {
  const { params, query, body, path, summary } = endpoint;
  return createRoute({
    method: lowerCased(endpoint.method),
    path,
    operationId: operationIdOf(endpoint),
    summary,
    description: whoMay(endpoint),
    tags: [groupOf(path)],
    security: securityOf(endpoint.permission),
    parameters: requestHeadersOf(endpoint),
    middleware,
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body: { required: true, content: bodyContentOf(endpoint, body) } } : {}),
    },
    responses: {
      ...responsesFor(endpoint),
      ...Object.fromEntries(
        errorResponsesOf(endpoint).map(({ status, name }) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  });
}

/** What several routes name: how to sign in, headers, and the refusals, of which many routes have the same. */
function registerComponents(registry: Registry, endpoints: readonly Endpoint[]): void {
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "session",
    description: "The cookie that POST /api/auth/login and POST /api/admin/login set.",
  });
  registry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: "A key that an administrator made for a script, with permissions of its own.",
  });
  registry.register("Refusal", errorSchema);
  for (const [name, header] of Object.entries(headerComponents))
    registry.registerComponent("headers", name, header);
  for (const [name, parameter] of Object.entries(parameterComponents))
    registry.registerComponent("parameters", name, parameter);
  for (const { status, name, codes } of endpoints.flatMap(errorResponsesOf)) {
    registry.registerComponent("responses", name, {
      description: codes.join(", "),
      headers: errorHeadersOf(status),
      content: {
        [JSON_TYPE]: {
          schema: { $ref: "#/components/schemas/Refusal" },
          examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
        },
      },
    });
  }
}

/** JSON, or the bytes of a picture where an endpoint accepts one. */
function bodyContentOf({ pictureField }: Endpoint, schema: z.ZodType) {
  const picture = (type: string) => ({ schema: { type: "string" as const, contentMediaType: type } });
  const pictures = pictureField ? PICTURE_TYPES.split(",").map((type) => [type, picture(type)]) : [];
  return { [JSON_TYPE]: { schema }, ...Object.fromEntries(pictures) };
}

function responsesFor(endpoint: Endpoint) {
  const responses = Object.entries(endpoint.responses).map(
    ([status, { description, schema, contentType }]) => {
      const content = contentType
        ? { [contentType]: { schema: { type: "string" as const, contentMediaType: contentType } } }
        : { [JSON_TYPE]: { schema } };
      return [
        status,
        { description, headers: responseHeadersOf(endpoint, contentType !== undefined), content },
      ];
    },
  );
  const unchanged = {
    304: { description: "Unchanged since the given ETag", headers: responseHeadersOf(endpoint, false) },
  };
  return {
    ...Object.fromEntries(responses),
    ...(endpoint.method === "GET" && hasEntityTag(endpoint) ? unchanged : {}),
  };
}

/** The refusals of a row by status, under a name that those of other rows share: NotFoundOrConflict. */
function errorResponsesOf(endpoint: Endpoint): { status: number; name: string; codes: ErrorCode[] }[] {
  const byStatus = new Map<number, ErrorCode[]>([[500, ["internal_error"]]]);
  for (const code of errorCodesOf(endpoint)) {
    const { http } = errorStatus[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => ({
    status,
    codes,
    name: codes.map(inCapitals).join("Or"),
  }));
}

/** two_factor_required → TwoFactorRequired */
function inCapitals(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function requestHeadersOf(endpoint: Endpoint) {
  const names: (keyof typeof parameterComponents)[] = [];
  if (hasEntityTag(endpoint)) names.push(endpoint.method === "GET" ? "IfNoneMatch" : "IfMatch");
  if (endpoint.repeating) names.push("IdempotencyKey");
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` as const }));
}

type Headers = Record<string, { $ref: `#/components/headers/${string}` }>;

function responseHeadersOf(endpoint: Endpoint, isFile: boolean): Headers {
  return {
    ...(hasEntityTag(endpoint) ? { ETag: headerRef("ETag") } : {}),
    ...(endpoint.query && "cursor" in endpoint.query.shape
      ? { [LIST_COMPLETE]: headerRef("ListComplete"), Link: headerRef("Link") }
      : {}),
    ...(endpoint.repeating ? { "Idempotency-Replayed": headerRef("IdempotencyReplayed") } : {}),
    ...(endpoint.setsCookie ? { "Set-Cookie": headerRef("SetCookie") } : {}),
    ...(isFile || endpoint.attachment ? { "Content-Disposition": headerRef("ContentDisposition") } : {}),
  };
}

function errorHeadersOf(status: number): Headers {
  if (status === 401) return { "WWW-Authenticate": headerRef("WwwAuthenticate") };
  // A conflict may resolve itself: a request in progress, a payment being confirmed.
  return [409, 429, 503].includes(status) ? { "Retry-After": headerRef("RetryAfter") } : {};
}

function headerRef(name: keyof typeof headerComponents) {
  return { $ref: `#/components/headers/${name}` as const };
}
/** Who may call, in words: for people with a session, and for people who create a key. */
function whoMay({ permission, alsoNeeds = [] }: Endpoint): string {
  if (permission === "public") return "Anybody may call it.";
  if (permission === "signed-in") return "Whoever is signed in may call it; an API key may not.";
  if (allows("visitor", permission)) return `Anybody may call it; an API key needs \`${permission}\`.`;
  const needed = [permission, ...alsoNeeds];
  const allowed = roles.filter((role) => needed.every((one) => allows(role, one))).map(roleDisplayName);
  return `${allowed.join(" or ")}, or an API key with ${needed.map((one) => `\`${one}\``).join(" and ")}.`;
}

/** A visitor's call needs nothing; an empty requirement beside the others makes them optional. */
function securityOf(permission: EndpointPermission): Record<string, string[]>[] {
  if (permission === "public") return [];
  if (permission === "signed-in") return [{ session: [] }];
  return [...(allows("visitor", permission) ? [{}] : []), { session: [] }, { apiKey: [] }];
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/api\//, "")
    .split(/[^A-Za-z]+/)
    .filter(Boolean);
  return lowerCased(method) + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function lowerCased(method: Endpoint["method"]) {
  return method.toLowerCase() as Lowercase<typeof method>;
}

/** The reference page shows each of these sentences before the first call. */
const DESCRIPTION = `Everything a script needs of the shop, over the same rules as its pages.

- A script sends an API key, which an administrator makes, as \`Authorization: Bearer oxb_…\` with each call. A person signs in and keeps the session cookie.
- Money is in the shop’s currency, that of an order in its own, with at most two decimals, rates are fractions, times are ISO 8601 in UTC.
- Bodies are JSON; a field that a call does not know is refused.
- **A list may be a part**: it is an array of at most \`limit\` elements, 100 unless you ask for more (products: 1,000). \`X-List-Complete\` says whether that is all; the \`Link\` header with \`rel="next"\` leads on until there is none.
- Reads carry an \`ETag\`. Sent back as \`If-None-Match\`, the answer is 304 while nothing changed; as \`If-Match\` with a change of a product or the settings, 409 when somebody was faster.
- A POST that creates respects \`Idempotency-Key\`: sent again with the same key and body, it has one effect and one answer.
- Every refusal is \`{ message, code, fields? }\`, with the code for programs, and changes nothing. 429 and 503 say in \`Retry-After\` how many seconds to wait.
- Each address answers HEAD where it answers GET, OPTIONS with what it allows, and any other method with 405 and \`Allow\`.
- Every answer names its request in \`X-Request-Id\`; a 500 names it in the body too, for the shop's log.`;

/** An SPDX expression, as OpenAPI 3.1 has it; the builder's types do not know it yet. */
const LICENSE = { name: "MIT License", identifier: "MIT" };

/** The OpenAPI 3.1 document of an app that has these rows. */
export function openApiDocumentOf(
  app: Pick<OpenAPIHono, "openAPIRegistry" | "getOpenAPI31Document">,
  endpoints: readonly Endpoint[],
): OpenApiDocument {
  registerComponents(app.openAPIRegistry, endpoints);
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "The shop's REST API", version: "1.0.0", description: DESCRIPTION, license: LICENSE },
    servers: [{ url: "/" }],
    tags: operationTags.filter(({ name }) => endpoints.some(({ path }) => groupOf(path) === name)),
  });
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

interface OperationGroup {
  name: string;
  description: string;
  /** The prefixes of the paths in the group. */
  paths: readonly string[];
}

/** The headings of the reference, in its order; an operation belongs to the first whose prefix matches. */
const operationGroups: readonly OperationGroup[] = [
  { name: "Products", description: "What the shop sells, for everybody to read.", paths: ["/api/products"] },
  {
    name: "Articles and community",
    description: "The blog and the community board.",
    paths: ["/api/blog-posts", "/api/community"],
  },
  {
    name: "Newsletter and contact",
    description: "Writing to the shop, and hearing from it.",
    paths: ["/api/newsletter", "/api/contact"],
  },
  {
    name: "Own account",
    description: "Signing in, and what a person may see and change of themselves.",
    paths: ["/api/auth/", "/api/orders/user", "/api/customer/", "/api/research/", "/api/account/"],
  },
  {
    name: "Paying and ordering",
    description: "Begin a payment, have it charged, place the order that it is for.",
    paths: ["/api/create-payment-intent", "/api/orders", "/paypal/"],
  },
  {
    name: "Shop counter",
    description: "Orders that staff take for customers.",
    paths: ["/api/shop/"],
  },
  {
    name: "Users",
    description: "The accounts of customers and staff.",
    paths: ["/api/admin/users"],
  },
  {
    name: "Administration",
    description: "Orders, figures, products, settings and keys, for those who run the shop.",
    paths: ["/api/admin/"],
  },
];

const OTHERS = { name: "This interface", description: "What describes the interface itself." };

/** Every heading, as OpenAPI's tags. */
const operationTags = [...operationGroups, OTHERS].map(({ name, description }) => ({
  name,
  description,
}));

/** The heading of a path. */
function groupOf(path: string): string {
  const group = operationGroups.find(({ paths }) => paths.some((beginning) => path.startsWith(beginning)));
  return (group ?? OTHERS).name;
}

const text = (example: string) => ({ type: "string" as const, examples: [example] });

/** The headers of responses, as OpenAPI components. */
const headerComponents = {
  ETag: {
    description: "Names what was answered. Send it back as If-None-Match, or as If-Match with a change.",
    schema: text('"7ncRkfC785L4g9Dd8wy2_Tdhlev"'),
  },
  Link: {
    description: 'Where the list goes on, as `<address>; rel="next"`; missing on the last page.',
    schema: text('</api/products?limit=50&cursor=50>; rel="next"'),
  },
  ListComplete: {
    description: "`true` when this is the whole list, `false` when `Link` leads on.",
    schema: { ...text("true"), enum: ["true", "false"] },
  },
  IdempotencyReplayed: {
    description: "`true` on an answer that was given to the same Idempotency-Key before.",
    schema: text("true"),
  },
  RetryAfter: {
    description: "Seconds after which trying again makes sense.",
    schema: { type: "integer" as const, minimum: 1, examples: [30] },
  },
  WwwAuthenticate: {
    description: "How to come back: RFC 6750 says what was wrong with a key.",
    schema: text('Bearer realm="shop"'),
  },
  SetCookie: {
    description: "The session, or its end.",
    schema: text("session=…; Path=/; HttpOnly; SameSite=Lax"),
  },
  ContentDisposition: {
    description: "The name under which to keep the file.",
    schema: text('attachment; filename="research-report.pdf"'),
  },
};

/** The headers of requests, as OpenAPI components. */
const parameterComponents = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header" as const,
    description: "The ETag of an earlier answer: 304 without a body while nothing changed.",
    schema: text('"7ncRkfC785L4g9Dd8wy2_Tdhlev"'),
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header" as const,
    description:
      "A name for this one attempt, such as a UUID. Sent again with the same body, it gets the same answer and has no second effect; with another body, 422.",
    schema: text("7b1d1a52-6d0e-4b57-9d1e-0a5b8f6c2d11"),
  },
  IfMatch: {
    name: "If-Match",
    in: "header" as const,
    description:
      "The ETag that a read or the last change gave: 409 when it is no longer so. Without it the last change wins.",
    schema: text('"7ncRkfC785L4g9Dd8wy2_Tdhlev"'),
  },
};
