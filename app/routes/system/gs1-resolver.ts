import { linkTypes } from "#server/batches/batch-links.ts";
import { file } from "#server/http/page.server.ts";
import { forEverybody } from "./for-everybody.server.ts";

/** /.well-known/gs1resolver: what the shop resolves, as GS1's resolver standard has a resolver describe itself. */
export const loader = file(async ({ context: { publicUrl, settings } }) =>
  forEverybody(
    {
      name: settings.storeName,
      resolverRoot: publicUrl,
      supportedPrimaryKeys: ["01"],
      supportedLinkType: [
        {
          namespace: "https://ref.gs1.org/voc/",
          prefix: "gs1:",
          profile: "https://www.gs1.org/voc/?show=linktypes",
          supportedLinkTypes: linkTypes.map((type) => `gs1:${type}`),
        },
      ],
      linkTypeDefaultCanBeLinkset: true,
      contact: { organization: { fn: settings.storeName, "has-email": settings.storeEmail } },
    },
    "application/json",
  ),
);
