import { FileText } from "lucide-react";
import { documentTypeLabels, type ProductDocument } from "#server/catalogue/product-media.ts";
import { displayLongDate } from "#server/core/shop-time.ts";

/** The documents of a product, each with what it is and the day that it bears. */
export default function ProductDocuments({ documents }: { documents: readonly ProductDocument[] }) {
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
