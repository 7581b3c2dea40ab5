import { type HeadersFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BatchPassport } from "#app/components/batches/batch-passport.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { batchPath, linkedDataPath, linksetPath } from "#server/batches/batch.ts";
import { structuredBatch } from "#server/batches/batch-links.ts";
import { batchTopics, findBatch } from "#server/batches/find-batch.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { forms } from "#server/http/negotiate.ts";
import { sharedPage } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ batch: { code, product, madeOn } }) => ({
  title: `Batch ${code}`,
  description: `${product.name}, batch ${code}, made on ${displayLongDate(madeOn)}: how it was made, and what was measured of it.`,
  extra: [
    { tagName: "link", rel: "alternate", type: forms.linkedData, href: linkedDataPath(code) },
    { tagName: "link", rel: "linkset", type: forms.linkset, href: linksetPath(code) },
  ],
}));

export const loader = sharedPage({ topics: batchTopics }, async ({ context, params }) => {
  const { code = "" } = params;
  const batch = await findBatch(context, code);
  if (!batch) throw new ShopError("not_found", "No batch has this code. Please compare it with the label.");
  // One address for each batch.
  if (batch.code !== code) throw redirect(batchPath(batch.code), 301);
  return { batch };
});

/** Its other forms are in batch-linked-data.ts. */
export const headers: HeadersFunction = () => ({ Vary: "Accept" });

/** /batches/:code: what the label of a bag leads to. */
export default function Batch() {
  const { batch } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:gap-10 lg:py-12">
      <StructuredData
        describe={
          import.meta.env.SSR &&
          (({ store, publicUrl }) => [structuredBatch(batch, { publicUrl, storeName: store.storeName })])
        }
        trail={[
          ["Batches", "/batches"],
          [batch.code, batchPath(batch.code)],
        ]}
      />
      <BatchPassport batch={batch} />
    </div>
  );
}
