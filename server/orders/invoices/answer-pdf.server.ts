import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import type { VatDocument } from "./vat-document.ts";
import { writeVatDocumentPdf } from "./write-vat-document-pdf.server.ts";

/**
 * An invoice or a note that corrects it as a file to keep: never cached, never indexed.
 * @throws ShopError `rate_limited`: each is drawn anew
 */
export async function answerPdf(context: Context, written: VatDocument): Promise<Response> {
  const { actor } = context;
  // Staff print what they send, all day.
  if (actor.kind !== "user" || !isStaff(actor.role)) await countAgainstLimit(context, "pdf");
  return new Response(await writeVatDocumentPdf(written), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${written.kind}-${written.number}.pdf"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
