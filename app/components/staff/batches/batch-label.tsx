import { QrPicture } from "#app/components/ui/qr-picture.tsx";
import { kilogramsText } from "#server/batches/batch.ts";
import type { BatchLabel as Label } from "#server/batches/staff-batches.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";

/** What sticks on a bag: 99 by 68 mm, eight to a sheet of A4. */
export function BatchLabel({ label, storeName }: { label: Label; storeName: string }) {
  const { code, productName, netGrams, madeOn, certificate, url, picture } = label;
  return (
    <article className="batch-label flex items-center gap-4 overflow-hidden rounded-xl border border-line bg-surface p-5 print:rounded-none print:border-0">
      <div className="grid min-w-0 flex-1 content-center gap-2">
        <p className="text-sm">{storeName}</p>
        <h2 className="text-xl leading-tight wrap-anywhere">{productName}</h2>
        {netGrams !== null && <p className="font-medium">{kilogramsText(netGrams)}</p>}
        <p>
          Batch <strong className="wrap-anywhere">{code}</strong>
          <br />
          Made on {displayLongDate(madeOn)}
        </p>
        {certificate && <p className="text-sm font-medium wrap-anywhere">{certificate}</p>}
        <p className="text-sm">Scan to read what was measured of it.</p>
      </div>
      <QrPicture code={picture} label={`QR code of ${url}`} className="size-32 shrink-0 print:size-[32mm]" />
    </article>
  );
}
