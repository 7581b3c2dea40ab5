import { buttonClass } from "#app/components/ui/button.tsx";
import type { VatDocument } from "#server/orders/invoices/vat-document.ts";
import { VatDocumentSheet } from "./vat-document-sheet.tsx";

/** An invoice or a credit note with its PDF to download. */
export function VatDocumentPage({ written, pdf }: { written: VatDocument; pdf: string }) {
  return (
    <div className="frame max-w-5xl py-10 lg:py-14 print:max-w-none print:p-0">
      <p className="mb-6 print:hidden">
        <a href={pdf} download className={buttonClass({ variant: "secondary" })}>
          Download PDF
        </a>
      </p>
      <VatDocumentSheet written={written} />
    </div>
  );
}
