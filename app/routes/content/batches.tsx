import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BatchLookup, BatchPages, PublicBatchList } from "#app/components/batches/public-batch-list.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { batchPath } from "#server/batches/batch.ts";
import {
  batchTopics,
  findBatch,
  listPublicBatches,
  publicBatchesSchema,
} from "#server/batches/find-batch.server.ts";
import { sharedPage } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ code, after }) => ({
  title: "Batches",
  description:
    "Each batch of biochar that we made: from what, how hot, and what a laboratory measured of it.",
  noindex: code !== "" || after !== null,
}));

export const loader = sharedPage({ topics: batchTopics, parameters: ["after"] }, async ({ context, url }) => {
  const { code, after } = publicBatchesSchema.parse(Object.fromEntries(url.searchParams));
  const found = code === "" ? undefined : await findBatch(context, code);
  if (found) throw redirect(batchPath(found.code), 303);
  return { code, after: after ?? null, page: await listPublicBatches(context, { after }) };
});

/** /batches: all that were made, and a field for the code of a label. */
export default function Batches() {
  const { code, after, page } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid max-w-[58rem] grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
      <StructuredData trail={[["Batches", "/batches"]]} />
      <header className="grid gap-3">
        <h1 className="text-title">Batches</h1>
        <p className="max-w-prose text-lg text-ink-soft">
          Every bag names the batch that is in it. Here is what each was made of, how, and what was measured
          of it.
        </p>
      </header>
      <BatchLookup code={code} />
      <section aria-labelledby="made" className="grid gap-5">
        <h2 id="made" className="text-section">
          What we made
        </h2>
        {page.batches.length > 0 ? (
          <PublicBatchList batches={page.batches} />
        ) : (
          <EmptyState title={after === null ? "No batch yet" : "Nothing older"} headingLevel={3}>
            {after === null
              ? "Each one stands here from the day it is entered."
              : "These were all the batches."}
          </EmptyState>
        )}
        <BatchPages isFirst={after === null} next={page.next} />
      </section>
    </div>
  );
}
