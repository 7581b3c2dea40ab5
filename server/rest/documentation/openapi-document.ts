import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Endpoint } from "#server/rest/endpoint.ts";
import { registerComponents } from "./openapi-route.ts";
import type { OpenApiDocument } from "./openapi-types.ts";
import { groupOf, operationTags } from "./operation-groups.ts";

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
const LICENSE = { name: "All rights reserved", identifier: "LicenseRef-All-Rights-Reserved" };

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
