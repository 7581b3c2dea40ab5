import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BatchPage } from "#app/components/staff/batches/batch-page.tsx";
import { NotThere } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findStaffBatch } from "#server/batches/staff-batches.server.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Batch", noindex: true });

export const loader = staffPage("batches.view", async ({ context, params }) => {
  const batch = (await findStaffBatch(context, params.code ?? "")) ?? null;
  return data({ batch }, { status: batch ? 200 : 404 });
});

export default function AdminBatch() {
  const { batch } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      {batch ? (
        <BatchPage batch={batch} />
      ) : (
        <NotThere title="No such batch" list={{ to: "/admin/batches", label: "All batches" }}>
          The code may have been mistyped.
        </NotThere>
      )}
    </div>
  );
}
