import { Link } from "@remix-run/react";
import { batchPath } from "#server/batches/batch.ts";
import type { OpenBatch } from "#server/batches/find-batch.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";

/** What a product is packed from now, with what was measured of it behind each link. */
export default function OpenBatches({ batches }: { batches: readonly OpenBatch[] }) {
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
