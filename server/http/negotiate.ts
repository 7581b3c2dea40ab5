import type { IncomingMessage, RequestListener } from "node:http";
import Negotiator from "negotiator";
import { pathOf } from "./respond-early.ts";

/** The forms that a batch has, by their media types; the first is for anyone who takes anything. */
export const forms = {
  page: "text/html",
  linkedData: "application/ld+json",
  linkset: "application/linkset+json",
} as const;

export type Form = keyof typeof forms;

/** What an address that has these forms answers to anyone who takes none of them. */
export const NOT_ACCEPTABLE = `This address has a page (${forms.page}), linked data (${forms.linkedData}) and a linkset (${forms.linkset}).`;

/** What clients of resolvers ask for who know no more of it: the linkset is JSON. */
const PLAIN_JSON = "application/json";

/** The form that a client likes best (RFC 9110, 12.5.1): the page where it does not say; undefined where none fits. */
export function formFor(accept: string | null | undefined): Form | undefined {
  const negotiator = new Negotiator({ headers: { accept: accept || "*/*" } });
  const wanted = negotiator.mediaType(Object.values(forms));
  if (wanted === undefined) return negotiator.mediaType([PLAIN_JSON]) === undefined ? undefined : "linkset";
  return (Object.keys(forms) as Form[]).find((form) => forms[form] === wanted);
}

/** A page whose other forms have addresses of their own, below it. */
const PAGES = /^\/batches\/[A-Za-z0-9.-]+$/;
/** These answer by what is accepted, too. */
const OTHERS = /^\/01\//;
/** What a page's JavaScript requests. */
const PAGE_DATA = /\.data$/;

const below: Record<Exclude<Form, "page">, string> = {
  linkedData: "/passport.jsonld",
  linkset: "/linkset.json",
};

/**
 * Before the pages in memory: at the address of a batch the client gets the form that it accepts, as if it had asked
 * for the address of that form, so that each of them stays in memory under its own
 * (docs/decisions/081-digital-link.md).
 */
export function withNegotiation(next: RequestListener): RequestListener {
  return (request, response) => {
    const path = pathOf(request);
    const isPage = PAGES.test(path) && !PAGE_DATA.test(path) && isRead(request);
    if (isPage || OTHERS.test(path)) response.setHeader("Vary", "Accept");
    if (!isPage) return next(request, response);
    const form = formFor(request.headers.accept);
    if (form === undefined) {
      response.statusCode = 406;
      response.setHeader("Content-Type", "text/plain; charset=utf-8");
      response.end(NOT_ACCEPTABLE);
      return;
    }
    if (form !== "page") {
      const address = path + below[form];
      response.setHeader("Content-Location", address);
      request.url = address;
    }
    next(request, response);
  };
}

function isRead({ method }: Pick<IncomingMessage, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

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
