import type { RequestListener } from "node:http";
import { pathOf } from "./refuse-early.ts";

/** What is public and made for machines: it tells everybody the same, or is answered without cookies. */
const FOR_MACHINES = [
  /^\/01\//,
  /^\/\.well-known\//,
  /^\/batches\/[^/]+(\/(passport\.jsonld|linkset\.json))?$/,
  /^\/statements\/status\//,
  /^\/(sitemap|blog\/rss|newsletter\/issues\/rss)\.xml$/,
  /^\/sitemap\/[^/]+$/,
  /^\/api\/(openapi\.json|products(\/[^/]+)?|delivery-quote|batches(\/[^/]+)?)$/,
];

/**
 * Lets pages of other sites read what is public and machine-readable, as verifiers and resolvers' clients that run in a
 * browser do. They never send a cookie with it: a browser keeps an answer to `*` from a page that did.
 */
export function withOpenToPages(next: RequestListener): RequestListener {
  return (request, response) => {
    const { method = "GET" } = request;
    const isOpen = FOR_MACHINES.some((path) => path.test(pathOf(request)));
    const asked = method === "OPTIONS" ? request.headers["access-control-request-method"] : method;
    if (!isOpen || !/^(GET|HEAD)$/.test(asked ?? "")) return next(request, response);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader(
      "Access-Control-Expose-Headers",
      "Link, Location, Content-Location, ETag, X-List-Complete",
    );
    if (method !== "OPTIONS") return next(request, response);
    response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
    response.setHeader("Access-Control-Allow-Headers", "Accept, Accept-Language, Content-Type");
    response.setHeader("Access-Control-Max-Age", "86400");
    response.statusCode = 204;
    response.end();
  };
}
