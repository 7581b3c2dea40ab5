import { Link } from "@remix-run/react";
import { FileText } from "lucide-react";
import { batchPath } from "#server/batches/batch.ts";
import type { OpenBatch } from "#server/batches/find-batch.server.ts";
import { documentTypeLabels, type ProductDocument } from "#server/catalogue/product-media.ts";
import { displayLongDate } from "#server/core/shop-time.ts";

interface ProductDocumentsProps {
  batches: readonly OpenBatch[];
  documents: readonly ProductDocument[];
}

/** The batches and the documents of a product, where it has some. */
export default function ProductDocuments({ batches, documents }: ProductDocumentsProps) {
  return (
    <>
      {batches.length > 0 && <OpenBatches batches={batches} />}
      {documents.length > 0 && <Documents documents={documents} />}
    </>
  );
}

/** What a product is packed from now, with what was measured of it behind each link. */
function OpenBatches({ batches }: { batches: readonly OpenBatch[] }) {
  return (
    <section aria-labelledby="batches" className="grid content-start gap-4">
      <h2 id="batches" className="text-xl">
        Batches
      </h2>
      <p className="text-ink-soft">We pack it from these, and say of each what it was measured to hold.</p>
      <ul className="grid gap-2">
        {batches.map(({ code, madeOn }) => (
          <li key={code}>
            <Link to={batchPath(code)} className="font-medium underline underline-offset-4">
              {code}
            </Link>{" "}
            <span className="text-ink-soft">made on {displayLongDate(madeOn)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each with what it is and the day that it bears. */
function Documents({ documents }: Pick<ProductDocumentsProps, "documents">) {
  return (
    <section aria-labelledby="documents" className="grid content-start gap-4">
      <h2 id="documents" className="text-xl">
        Documents
      </h2>
      <ul className="grid gap-2">
        {documents.map(({ type, title, date, url }) => (
          <li key={url} className="flex items-start gap-3">
            <FileText aria-hidden className="mt-1 size-5 shrink-0 text-ink-soft" />
            <p>
              <a href={url} className="font-medium underline underline-offset-4">
                {title}
              </a>
              <span className="block text-sm text-ink-soft">
                {[...factsOf({ type, title, date }), "PDF"].join(" · ")}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf({ type, title, date }: Omit<ProductDocument, "url">): string[] {
  const label = documentTypeLabels[type];
  return [...(label === title ? [] : [label]), ...(date === null ? [] : [displayLongDate(date)])];
}
