import { labelPath, linksetOf, linksOfBatch, structuredBatch } from "#server/batches/batch-links.ts";
import { batchTopics, findBatch } from "#server/batches/find-batch.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { withoutEmpty } from "#server/core/without-empty.ts";
import { forms } from "#server/http/negotiate.ts";
import { sharedFile } from "#server/process/page.server.ts";

/**
 * /batches/:code/passport.jsonld and /batches/:code/linkset.json: the forms of a batch's page for scripts, which get them
 * at the page's own address, too, when they accept no page.
 */
export const loader = sharedFile(
  {
    topics: batchTopics,
    paths: ["/batches/:code/passport.jsonld", "/batches/:code/linkset.json"],
  },
  async ({ context, params, url }) => {
    const batch = await findBatch(context, params.code ?? "");
    if (!batch) throw new ShopError("not_found", "No batch has this code.");
    const { publicUrl } = context;
    const isLinkset = url.pathname.endsWith("/linkset.json");
    const body = isLinkset
      ? linksetOf(publicUrl + labelPath(batch), linksOfBatch(batch, publicUrl))
      : withoutEmpty(structuredBatch(batch, { publicUrl, storeName: context.settings.storeName }));
    return Response.json(body, {
      headers: { "Content-Type": isLinkset ? forms.linkset : forms.linkedData, Vary: "Accept" },
    });
  },
);
