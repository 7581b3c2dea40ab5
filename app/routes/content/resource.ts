import { resourceFile } from "#server/content/resources/resource-file.server.ts";
import { page } from "#server/http/page.server.ts";

/** /resources/:file: one of the five papers, for everybody (resolution B16). */
export const loader = page(async ({ params }) => {
  const file = params.file ?? "";
  return new Response(await resourceFile(file), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${file}"`,
      "Cache-Control": "public, max-age=3600",
    },
  });
});
