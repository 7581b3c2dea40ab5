import { Link } from "@remix-run/react";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { Filter, StaffList } from "#app/components/staff/kit/staff-list.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { displayDate } from "#app/lib/display.ts";
import { type BatchStatus, batchStatuses, kilogramsText } from "#server/batches/batch.ts";
import { batchList, statusLabels } from "#server/batches/batch-commands.ts";
import type { BatchesPage, BatchRow } from "#server/batches/staff-batches.server.ts";

const tones = { open: "moss", quarantined: "clay", sold_out: "neutral" } as const;

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}

/** All batches, those that were made last first. */
export function BatchList({ found: { batches, next }, loadedAt }: { found: BatchesPage; loadedAt: number }) {
  return (
    <StaffList
      id="batches"
      title="What was made"
      what="batches"
      query={batchList}
      list={loadedAt}
      text={{ label: "Code or product" }}
      filters={<Filter label="Status" name="status" all="All" of={batchStatuses} words={statusLabels} />}
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
