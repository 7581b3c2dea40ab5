import { answerOf, resolveDigitalLink } from "#server/batches/resolve-digital-link.server.ts";
import { forms, NOT_ACCEPTABLE } from "#server/http/media-types.ts";
import { formFor } from "#server/http/negotiate.ts";
import { file } from "#server/http/page.server.ts";

const vary = { Vary: "Accept", "Cache-Control": "public, max-age=0, must-revalidate" };

/**
 * /01/:gtin and /01/:gtin/10/:code: what the QR code of a label holds (GS1 Digital Link). Whoever scans it comes to the
 * page; scripts get linked data or the linkset.
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
  const resolved = await resolveDigitalLink(context, { gtin: params.gtin ?? "", code: params.code });
  const answer = answerOf(resolved, form, linkType);
  const link = `<${resolved.anchor}?linkType=linkset>; rel="linkset"; type="${forms.linkset}"`;
  if (answer.kind === "redirect") {
    return new Response(null, { status: 307, headers: { ...vary, Link: link, Location: answer.to } });
  }
  return Response.json(answer.body, {
    headers: { ...vary, Link: link, "Content-Type": forms[answer.kind] },
  });
});
