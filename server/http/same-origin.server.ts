import { ShopError } from "#server/core/errors.ts";

const readOnly = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site made the browser send (design section 4). Browsers say where a request comes
 * from in Sec-Fetch-Site and Origin; scripts send neither and pass, since no cookie of a person rides on them.
 * @throws ShopError `forbidden`
 */
export function refuseCrossOrigin(request: Request, publicUrl: string): void {
  if (readOnly.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") throw refused();
  const origin = request.headers.get("origin");
  if (!origin) return;
  const ownOrigins = [new URL(publicUrl).origin, new URL(request.url).origin];
  if (!ownOrigins.some((own) => sameSiteAddress(own, origin))) throw refused();
}

/** Behind a proxy that ends TLS the request's own address begins with http: compare host and port only. */
function sameSiteAddress(own: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(own).host;
}

function refused(): ShopError {
  return new ShopError("forbidden", "This request came from another site and was refused.");
}
