import { Form, useSearchParams } from "@remix-run/react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { type Column, DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayDecimal } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { BatchEvidence, EvidenceReport } from "#server/statements/evidence.server.ts";
import {
  type BiocharUse,
  biocharUses,
  type EvidenceGrade,
  evidenceGrades,
  evidenceYearIn,
  gradeNames,
  gramsBy,
  useLabels,
} from "#server/statements/evidence.ts";
import { evidenceCommands } from "#server/statements/evidence-commands.ts";
import { registryFiles } from "#server/statements/registry-rows.ts";

/** What became of the biochar: kilograms by batch, use and grade of evidence, and the files that registries take. */
export default function EvidencePanel() {
  const [search] = useSearchParams();
  const [report, list] = trpc.evidence.report.useSuspenseQuery(evidenceYearIn(search));
  return (
    <StaffPanel
      id="evidence"
      title={`Evidence of ${report.year}`}
      list={list}
      actions={<Years report={report} />}
      what="the evidence"
    >
      {report.batches.length === 0 ? (
        <Notice title="No batch was made in this year">
          Once batches are entered and packed, what became of them stands here: kilograms by use, and how well
          each is proven.
        </Notice>
      ) : (
        <>
          <ByUse batches={report.batches} />
          <ByBatch report={report} />
        </>
      )}
      <Exports year={report.year} />
      <WeighbridgeForm />
    </StaffPanel>
  );
}

function Years({ report: { year, years } }: { report: EvidenceReport }) {
  if (years.length < 2) return null;
  return (
    <nav aria-label="Year" className="flex flex-wrap gap-2">
      {years.map((each) => (
        <SmallButtonLink
          key={each}
          to={`/admin?tab=evidence&year=${each}`}
          preventScrollReset
          aria-current={each === year ? "page" : undefined}
        >
          {each}
        </SmallButtonLink>
      ))}
    </nav>
  );
}

function kilograms(grams: number): string {
  return displayDecimal(grams / 1000);
}

const uses = [...biocharUses, null];

function ByUse({ batches }: { batches: readonly BatchEvidence[] }) {
  const sold = (use: BiocharUse | null, grade?: EvidenceGrade) =>
    kilograms(gramsBy(batches, (part) => part.use === use && (!grade || part.grade === grade)));
  return (
    <DataTable
      caption="Kilograms sold, by use and grade of evidence"
      className="text-right tabular-nums"
      cellClassName="py-1.5!"
      rows={uses}
      keyOf={(use) => use ?? "unstated"}
      columns={[
        {
          head: "Use",
          cell: (use) => (use ? useLabels[use].matrix : "Not stated"),
          isRowHead: true,
          headClassName: "text-left",
        },
        ...evidenceGrades.map((grade) => ({
          head: gradeNames[grade],
          cell: (use: BiocharUse | null) => sold(use, grade),
        })),
        { head: "Together", cell: (use) => sold(use), className: "font-medium" },
      ]}
    />
  );
}

function ByBatch({ report: { batches, isCut } }: { report: EvidenceReport }) {
  return (
    <>
      <DataTable
        caption="Kilograms by batch and grade of evidence"
        className="text-right tabular-nums"
        cellClassName="py-1.5!"
        rows={batches}
        keyOf={({ code }) => code}
        columns={batchColumns}
      />
      {isCut && (
        <p className="text-sm text-ink-soft">More batches were made in this year; the files have all.</p>
      )}
    </>
  );
}

const batchColumns: Column<BatchEvidence>[] = [
  {
    head: "Batch",
    cell: ({ code, productName }) => (
      <>
        {code}
        <span className="block font-normal text-ink-soft">{productName}</span>
      </>
    ),
    isRowHead: true,
    headClassName: "text-left",
  },
  {
    head: "Made on",
    cell: ({ madeOn }) => displayDate(madeOn),
    className: "text-left",
    headClassName: "text-left",
  },
  { head: "Made", cell: ({ gramsMade }) => kilograms(gramsMade) },
  { head: "Left", cell: ({ gramsLeft }) => kilograms(gramsLeft) },
  { head: "Written off", cell: ({ gramsWrittenOff }) => kilograms(gramsWrittenOff) },
  { head: "Came back", cell: ({ gramsReturned }) => kilograms(gramsReturned) },
  ...evidenceGrades.map((grade) => ({
    head: gradeNames[grade],
    cell: (batch: BatchEvidence) => kilograms(gramsBy([batch], (part) => part.grade === grade)),
  })),
];

function Exports({ year }: { year: number }) {
  if (!useMay("evidence.export")) return null;
  return (
    <section aria-labelledby="registry-files" className="grid gap-3">
      <h3 id="registry-files" className="text-lg">
        Files for registries
      </h3>
      <p className="max-w-prose text-ink-soft">
        Each row is an order’s share of a batch under a reference of its own. Names, addresses and order
        numbers stay here.
      </p>
      <ul className="flex flex-wrap gap-3">
        {Object.entries(registryFiles).map(([registry, { name, title }]) => (
          <li key={registry}>
            <a
              href={`/admin/evidence.csv?registry=${registry}&year=${year}`}
              download={name}
              className={buttonClass({ variant: "secondary", size: "small" })}
            >
              {title} (CSV)
            </a>
          </li>
        ))}
      </ul>
      <Form
        method="get"
        action="/admin/evidence.json"
        reloadDocument
        className="flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="year" value={year} />
        <TextField
          label="Isometric: the project’s id"
          name="project"
          required
          pattern="prj_[0-9A-Z]{16,33}"
          hint="Such as prj_1CTWZQGKE1S0VAXA. What came over a weighbridge, as its API takes it."
          className="w-80 max-w-full"
        />
        <Button variant="secondary" size="small">
          Applications (JSON)
        </Button>
      </Form>
    </section>
  );
}

/** Writes down the tickets of a weighbridge, the best evidence there is. */
function WeighbridgeForm() {
  if (!useMay(evidenceCommands.recordWeighbridge.permission)) return null;
  return (
    <details className="rounded-lg border border-line bg-surface p-4">
      <summary className="cursor-pointer font-medium">Record a weighbridge</summary>
      <CommandForm
        command={evidenceCommands.recordWeighbridge}
        label="Weighbridge"
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        <TextField label="Order number" field="invoiceNumber" hint="Such as INV-1764000000000." />
        <SelectField
          label="Use"
          field="use"
          options={biocharUses.map((use) => ({ value: use, label: useLabels[use].choice }))}
        />
        <TextField label="First half of the postcode" field="outwardCode" />
        <TextField label="Day" field="appliedOn" type="date" />
        <TextField label="Lorry on arrival, kg" field="truckArrivalKilograms" inputMode="numeric" />
        <TextField label="Lorry on departure, kg" field="truckDepartureKilograms" inputMode="numeric" />
        <TextField label="Application rate, kg per hectare" field="applicationRate" inputMode="numeric" />
        <TextField label="Registry’s id of the batch" field="productionBatchId" hint="Such as ptb_…" />
        <TextField label="Registry’s id of the place" field="storageSiteId" hint="Such as slc_…" />
        <SubmitButton variant="secondary" size="small" className="w-fit self-end">
          Record weighbridge
        </SubmitButton>
      </CommandForm>
    </details>
  );
}
