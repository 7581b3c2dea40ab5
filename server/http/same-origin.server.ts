import { ShopError } from "#server/core/errors.ts";
import { CROSS_ORIGIN_REFUSAL, isFromElsewhere } from "./same-origin.ts";

/**
 * Refuses writes that another site made the browser send, wherever a request's context is made, even where no
 * `withSameOrigin` stands in front, as in development.
 * @throws ShopError `forbidden`
 */
export function refuseCrossOrigin(request: Request, publicUrl: string): void {
  const sender = {
    method: request.method,
    site: request.headers.get("sec-fetch-site") ?? undefined,
    origin: request.headers.get("origin") ?? undefined,
  };
  if (isFromElsewhere(sender, [new URL(publicUrl).host, new URL(request.url).host])) {
    throw new ShopError("forbidden", CROSS_ORIGIN_REFUSAL);
  }
}
