import { useLoaderData } from "@remix-run/react";
import { BatchRecall } from "#app/components/staff/batches/batch-recall.tsx";
import { PageHead } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findBatch } from "#server/batches/find-batch.server.ts";
import { findAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Recall a batch", noindex: true });

export const loader = staffPage("batches.recall", async ({ context, params }) => {
  const batch = await findBatch(context, params.code ?? "");
  if (!batch) throw new ShopError("not_found", "Batch not found");
  const { storeName } = context.settings;
  return { batch, storeName, orders: await findAffectedOrders(context, batch.id) };
});

export default function AdminBatchRecall() {
  const { batch, storeName, orders } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <PageHead above={{ to: `/admin/batches/${batch.code}`, label: `Batch ${batch.code}` }}>
        Recall {batch.code}
      </PageHead>
      <BatchRecall batch={batch} orders={orders} storeName={storeName} />
    </div>
  );
}
