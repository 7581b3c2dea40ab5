import { Link, useLoaderData } from "@remix-run/react";
import { BatchStatusBadge, NewBatchForm } from "#app/components/staff/batches/batch-forms.tsx";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { Filter, StaffList } from "#app/components/staff/kit/staff-list.tsx";
import { PageHead, StaffPart } from "#app/components/staff/staff-page.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useMay } from "#app/lib/use-may.ts";
import { batchStatuses, kilogramsText } from "#server/batches/batch.ts";
import { batchCommands, batchList, statusLabels } from "#server/batches/batch-commands.ts";
import {
  type BatchesPage,
  type BatchRow,
  listProductChoices,
  searchBatches,
} from "#server/batches/staff-batches.server.ts";
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

/** All batches, those that were made last first. */
function BatchList({ found: { batches, next }, loadedAt }: { found: BatchesPage; loadedAt: number }) {
  return (
    <StaffList
      id="batches"
      title="What was made"
      what="batches"
      query={batchList}
      list={loadedAt}
      text={{ label: "Code or product" }}
      filters={
        <Filter label="Status" name="status" all="All" of={batchStatuses} optionLabels={statusLabels} />
      }
      count={batches.length}
      none={{
        title: "No batch yet",
        text: "A product of which none was ever entered is packed without one.",
      }}
      noneFound={{ title: "No batches found", text: "No batch is called that." }}
      next={next}
    >
      <RowsTable caption="Batches" rows={batches} columns={columns} />
    </StaffList>
  );
}

const grams = (head: string, of: (batch: BatchRow) => number): Column<BatchRow> => ({
  head,
  cell: (batch) => kilogramsText(of(batch)),
  className: "whitespace-nowrap tabular-nums",
});

const columns: Column<BatchRow>[] = [
  {
    head: "Code",
    cell: ({ code }) => (
      <Link
        to={`/admin/batches/${code}`}
        discover="none"
        data-open
        className="font-medium text-moss underline"
      >
        {code}
      </Link>
    ),
    className: "whitespace-nowrap",
  },
  { head: "Product", cell: ({ productName }) => productName, className: "min-w-40" },
  { head: "Made on", cell: ({ madeOn }) => displayDate(madeOn), className: "whitespace-nowrap" },
  grams("Made", ({ gramsMade }) => gramsMade),
  grams("Left", ({ gramsLeft }) => gramsLeft),
  grams("In orders", ({ gramsAllocated }) => gramsAllocated),
  grams("Written off", ({ gramsWrittenOff }) => gramsWrittenOff),
  { head: "Status", cell: ({ status }) => <BatchStatusBadge status={status} /> },
  {
    head: "Analysed",
    cell: ({ analysedOn }) => (analysedOn ? displayDate(analysedOn) : "not yet"),
    className: "whitespace-nowrap",
  },
];
