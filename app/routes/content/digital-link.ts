import { answerOf, resolveDigitalLink } from "#server/batches/resolve-digital-link.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { formFor, forms, NOT_ACCEPTABLE } from "#server/http/negotiate.ts";
import { file } from "#server/process/page.server.ts";

const vary = { Vary: "Accept", "Cache-Control": "public, max-age=0, must-revalidate" };

/**
 * A variant, a batch and a serial number, in the order in which GS1 has them; each may be missing. Or a serial number
 * that somebody else gave. Slashes in their values are written as %2F.
 */
const QUALIFIERS = /^\/01\/[^/]+(?:\/22\/[^/]+)?(?:\/10\/([^/]+))?(?:\/(?:21|235)\/[^/]+)?\/?$/;

/** @throws ShopError `not_found` for what is no qualifier of a product */
function codeIn({ pathname }: URL): string | undefined {
  const found = QUALIFIERS.exec(pathname);
  if (!found) throw new ShopError("not_found", "No digital link of ours has these parts.");
  return found[1] && decodeURIComponent(found[1]);
}

/**
 * /01/:gtin and what may stand behind it: what the QR code of a label holds (GS1 Digital Link). Anyone who scans it
 * comes to the page; scripts get linked data or the linkset. Of variants and serial numbers the shop knows nothing: it
 * answers for the batch or the product that they are of.
 */
export const loader = file(async ({ context, request, params, url }) => {
  const linkType = url.searchParams.get("linkType");
  const form = linkType === null ? formFor(request.headers.get("Accept")) : "page";
  if (form === undefined) {
    return new Response(NOT_ACCEPTABLE, {
      status: 406,
      headers: { ...vary, "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const resolved = await resolveDigitalLink(context, {
    gtin: params.gtin ?? "",
    code: codeIn(url),
  });
  const answer = answerOf(resolved, form, linkType);
  const link = `<${resolved.anchor}?linkType=linkset>; rel="linkset"; type="${forms.linkset}"`;
  if (answer.kind === "redirect") {
    return new Response(null, { status: 307, headers: { ...vary, Link: link, Location: answer.to } });
  }
  return Response.json(answer.body, {
    headers: { ...vary, Link: link, "Content-Type": forms[answer.kind] },
  });
});
