import { resourceFile } from "#server/content/papers.server.ts";
import { file } from "#server/http/page.server.ts";

/** /resources/:file: one of the five papers, for everybody. */
export const loader = file(async ({ context, params }) => {
  const name = params.file ?? "";
  return new Response(await resourceFile(name, context.settings.storeName), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${name}"`,
      "Cache-Control": "public, max-age=3600",
    },
  });
});
