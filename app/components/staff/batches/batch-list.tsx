import { Form, Link } from "@remix-run/react";
import { Search } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate } from "#app/lib/display.ts";
import { type BatchRow, type BatchSearch, statusLabels } from "#server/batches/batch-commands.ts";
import { kilogramsText } from "#server/batches/batch-figures.ts";
import { type BatchStatus, batchStatuses } from "#server/batches/batch-values.ts";

export function BatchSearchForm({ search }: { search: BatchSearch }) {
  return (
    <Form
      key={`${search.search} ${search.status}`}
      method="get"
      action="/admin/batches"
      role="search"
      aria-label="Batches"
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        label="Code or product"
        name="search"
        type="search"
        maxLength={100}
        defaultValue={search.search}
        className="min-w-48 flex-1 sm:max-w-96"
      />
      <SelectField
        label="Status"
        name="status"
        defaultValue={search.status ?? ""}
        options={[
          { value: "", label: "All" },
          ...batchStatuses.map((status) => ({ value: status, label: statusLabels[status] })),
        ]}
      />
      <Button>
        <Search aria-hidden className="size-4" /> Search
      </Button>
      {(search.search || search.status) && (
        <ButtonLink to="/admin/batches" variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}

const tones = { open: "moss", quarantined: "clay", sold_out: "neutral" } as const;

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}

export function BatchTable({ batches, isSearched }: { batches: readonly BatchRow[]; isSearched: boolean }) {
  if (batches.length === 0) {
    return (
      <p className="max-w-prose text-ink-soft">
        {isSearched
          ? "No batch is called that."
          : "No batch yet. A product of which none was ever entered is packed without one."}
      </p>
    );
  }
  return (
    <Table caption="Batches">
      <thead>
        <tr>
          {[
            "Code",
            "Product",
            "Made on",
            "Made",
            "Left",
            "In orders",
            "Written off",
            "Status",
            "Analysed",
          ].map((name) => (
            <HeadCell key={name}>{name}</HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => (
          <tr key={batch.id}>
            <Cell className="whitespace-nowrap">
              <Link
                to={`/admin/batches/${batch.code}`}
                discover="none"
                className="font-medium text-moss underline"
              >
                {batch.code}
              </Link>
            </Cell>
            <Cell className="min-w-40">{batch.productName}</Cell>
            <Cell className="whitespace-nowrap">{displayDate(batch.madeOn)}</Cell>
            {[batch.gramsMade, batch.gramsLeft, batch.gramsAllocated, batch.gramsWrittenOff].map(
              (grams, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: four figures in a fixed order
                <Cell key={index} className="whitespace-nowrap tabular-nums">
                  {kilogramsText(grams)}
                </Cell>
              ),
            )}
            <Cell>
              <BatchStatusBadge status={batch.status} />
            </Cell>
            <Cell className="whitespace-nowrap">
              {batch.analysedOn ? displayDate(batch.analysedOn) : "not yet"}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
