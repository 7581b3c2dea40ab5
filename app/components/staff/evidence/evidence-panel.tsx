import { Form, Link } from "@remix-run/react";
import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate, displayDecimal } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { biocharUses, useWords } from "#server/statements/biochar-use.ts";
import { evidenceCommands } from "#server/statements/evidence-commands.ts";
import {
  type BatchEvidence,
  type EvidenceReport,
  evidenceGrades,
  gradeNames,
  gramsBy,
} from "#server/statements/evidence-report.ts";
import { registryFiles } from "#server/statements/registry-rows.ts";

/** What became of the biochar: kilograms by batch, use and grade of evidence, and the files that registries take. */
export default function EvidencePanel({ first, loadedAt }: DashboardPanelProps<EvidenceReport>) {
  const list = trpc.evidence.report.useQuery(
    { year: first.year },
    { initialData: first, initialDataUpdatedAt: loadedAt },
  );
  const report = list.data;
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
        <Link
          key={each}
          to={`/admin?tab=evidence&year=${each}`}
          preventScrollReset
          aria-current={each === year ? "page" : undefined}
          className={buttonClass({ variant: "secondary", size: "small" })}
        >
          {each}
        </Link>
      ))}
    </nav>
  );
}

function kilograms(grams: number): string {
  return displayDecimal(grams / 1000);
}

const uses = [...biocharUses, null];

function ByUse({ batches }: { batches: readonly BatchEvidence[] }) {
  return (
    <Table caption="Kilograms sold, by use and grade of evidence" className="text-right tabular-nums">
      <thead>
        <tr>
          <HeadCell className="text-left">Use</HeadCell>
          {evidenceGrades.map((grade) => (
            <HeadCell key={grade}>{gradeNames[grade]}</HeadCell>
          ))}
          <HeadCell>Together</HeadCell>
        </tr>
      </thead>
      <tbody>
        {uses.map((use) => (
          <tr key={use ?? "unstated"}>
            <th scope="row" className="border-b border-line px-3 py-1.5 text-left font-medium">
              {use ? useWords[use].matrix : "Not stated"}
            </th>
            {evidenceGrades.map((grade) => (
              <Cell key={grade} className="py-1.5!">
                {kilograms(gramsBy(batches, (part) => part.use === use && part.grade === grade))}
              </Cell>
            ))}
            <Cell className="py-1.5! font-medium">
              {kilograms(gramsBy(batches, (part) => part.use === use))}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function ByBatch({ report: { batches, isCut } }: { report: EvidenceReport }) {
  return (
    <>
      <Table caption="Kilograms by batch and grade of evidence" className="text-right tabular-nums">
        <thead>
          <tr>
            <HeadCell className="text-left">Batch</HeadCell>
            <HeadCell className="text-left">Made on</HeadCell>
            <HeadCell>Made</HeadCell>
            <HeadCell>Left</HeadCell>
            <HeadCell>Written off</HeadCell>
            {evidenceGrades.map((grade) => (
              <HeadCell key={grade}>{gradeNames[grade]}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.code}>
              <th scope="row" className="border-b border-line px-3 py-1.5 text-left font-medium">
                {batch.code}
                <span className="block font-normal text-ink-soft">{batch.productName}</span>
              </th>
              <Cell className="py-1.5! text-left">{displayDate(batch.madeOn)}</Cell>
              <Cell className="py-1.5!">{kilograms(batch.gramsMade)}</Cell>
              <Cell className="py-1.5!">{kilograms(batch.gramsLeft)}</Cell>
              <Cell className="py-1.5!">{kilograms(batch.gramsWrittenOff)}</Cell>
              {evidenceGrades.map((grade) => (
                <Cell key={grade} className="py-1.5!">
                  {kilograms(gramsBy([batch], (part) => part.grade === grade))}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {isCut && (
        <p className="text-sm text-ink-soft">More batches were made in this year; the files have all.</p>
      )}
    </>
  );
}

const registryNames = {
  csi: "Carbon Standards International: diffuse sinks",
  puro: "Puro: end uses",
} as const;

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
        {(["csi", "puro"] as const).map((name) => (
          <li key={name}>
            <a
              href={`/admin/evidence.csv?registry=${name}&year=${year}`}
              download={registryFiles[name].name}
              className={buttonClass({ variant: "secondary", size: "small" })}
            >
              {registryNames[name]} (CSV)
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
        {({ field, submit }) => (
          <>
            <TextField
              label="Order number"
              field={field("invoiceNumber")}
              hint="Such as INV-1764000000000."
            />
            <SelectField
              label="Use"
              field={field("use")}
              options={biocharUses.map((use) => ({ value: use, label: useWords[use].choice }))}
            />
            <TextField label="First half of the postcode" field={field("outwardCode")} />
            <TextField label="Day" field={field("appliedOn")} type="date" />
            <TextField
              label="Lorry on arrival, kg"
              field={field("truckArrivalKilograms")}
              inputMode="numeric"
            />
            <TextField
              label="Lorry on departure, kg"
              field={field("truckDepartureKilograms")}
              inputMode="numeric"
            />
            <TextField
              label="Application rate, kg per hectare"
              field={field("applicationRate")}
              inputMode="numeric"
            />
            <TextField
              label="Registry’s id of the batch"
              field={field("productionBatchId")}
              hint="Such as ptb_…"
            />
            <TextField
              label="Registry’s id of the place"
              field={field("storageSiteId")}
              hint="Such as slc_…"
            />
            <Button variant="secondary" size="small" {...submit} className="w-fit self-end">
              Record weighbridge
            </Button>
          </>
        )}
      </CommandForm>
    </details>
  );
}
