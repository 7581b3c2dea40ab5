import { useLoaderData } from "@remix-run/react";
import { NewBatchForm } from "#app/components/staff/batches/batch-forms.tsx";
import { BatchList } from "#app/components/staff/batches/batch-list.tsx";
import { PageHead } from "#app/components/staff/staff-page.tsx";
import { StaffPart } from "#app/components/staff/staff-part.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useMay } from "#app/lib/use-may.ts";
import { batchCommands, batchList } from "#server/batches/batch-commands.ts";
import { listProductChoices, searchBatches } from "#server/batches/staff-batches.server.ts";
import { actorMay } from "#server/core/roles.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Batches", noindex: true });

export const loader = staffPage("batches.view", async ({ context, url }) => {
  return {
    found: await searchBatches(context, batchList.read(url.searchParams)),
    loadedAt: context.clock.now().getTime(),
    products: actorMay(context.actor, batchCommands.create.permission)
      ? await listProductChoices(context)
      : [],
  };
});

export default function AdminBatches() {
  const { found, loadedAt, products } = useLoaderData<typeof loader>();
  const mayEdit = useMay(batchCommands.create.permission);
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <PageHead above={{ to: "/admin", label: "Dashboard" }}>Batches</PageHead>
      <BatchList found={found} loadedAt={loadedAt} />
      {mayEdit && (
        <StaffPart title="A new batch">
          <NewBatchForm products={products} />
        </StaffPart>
      )}
    </div>
  );
}
