import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  AnalysisForm,
  BatchStatusBadge,
  CertificateForm,
  ClaimsForm,
  OrderLink,
  StatusForms,
  WriteOffForm,
} from "#app/components/staff/batches/batch-forms.tsx";
import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { Fact, Facts, NotThere, StaffPart } from "#app/components/staff/staff-page.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink, TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import {
  analysisFigures,
  batchPath,
  certificateText,
  certificationLabels,
  creditLabels,
  kilogramsText,
} from "#server/batches/batch.ts";
import { findStaffBatch, type StaffBatch } from "#server/batches/staff-batches.server.ts";
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

/** Everything of a batch: what was made and measured, what is left, and where it went. */
export function BatchPage({ batch }: { batch: StaffBatch }) {
  const may = useMayAsk();
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <p>
            <TextLink to="/admin/batches">Batches</TextLink>
          </p>
          <h1 className="mt-1 flex flex-wrap items-center gap-3 text-3xl">
            {batch.code} <BatchStatusBadge status={batch.status} />
          </h1>
          <p className="mt-1 text-ink-soft">
            {batch.product.name}, made on {displayDate(batch.madeOn)}
          </p>
        </div>
        <p className="flex flex-wrap gap-3">
          <SmallButtonLink to={batchPath(batch.code)}>What everybody reads</SmallButtonLink>
          <SmallButtonLink to={`/admin/batches/${batch.code}/labels`}>Labels</SmallButtonLink>
          {may("batches.recall") && (
            <SmallButtonLink to={`/admin/batches/${batch.code}/recall`}>Recall</SmallButtonLink>
          )}
        </p>
      </header>
      {batch.status === "quarantined" && (
        <Notice tone="error" title="In quarantine: nothing of it is packed">
          {batch.quarantineReason}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Analyses batch={batch} />
          {may("batches.edit") && (
            <StaffPart title="Add an analysis">
              <AnalysisForm batch={batch} />
            </StaffPart>
          )}
          <Allocations batch={batch} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <StaffPart title="Kilograms">
            <Facts>
              <Fact label="Made">{kilogramsText(batch.gramsMade)}</Fact>
              <Fact label="Left">{kilogramsText(batch.gramsLeft)}</Fact>
              <Fact label="In orders">{kilogramsText(batch.gramsAllocated)}</Fact>
              <Fact label="Written off">{kilogramsText(batch.gramsWrittenOff)}</Fact>
            </Facts>
            {batch.writeOffs.length > 0 && (
              <ul className="divide-y divide-line border-y border-line text-[0.9375rem]">
                {batch.writeOffs.map(({ id, grams, reason, by, at }) => (
                  <li key={id} className="py-2">
                    {kilogramsText(grams)}: {reason}
                    <span className="block text-sm text-ink-soft">
                      {by}, {displayDate(at)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {may("batches.edit") && <WriteOffForm batch={batch} />}
          </StaffPart>
          <StaffPart title="How it was made">
            <Facts>
              <Fact label="Feedstock">{batch.feedstock}</Fact>
              <Fact label="Grown">{batch.feedstockOrigin || "nobody has said where"}</Fact>
              <Fact label="Kiln">{batch.kilnCelsius} °C</Fact>
            </Facts>
          </StaffPart>
          {may("batches.edit") && (
            <StaffPart title="Status">
              <StatusForms batch={batch} />
            </StaffPart>
          )}
          <StaffPart title="Certificate">
            {may("batches.edit") ? (
              <CertificateForm batch={batch} />
            ) : (
              <p>{certificateText(batch) ?? certificationLabels.none}</p>
            )}
          </StaffPart>
          <StaffPart title="Whose carbon it is">
            {may("batches.edit") ? (
              <ClaimsForm batch={batch} />
            ) : (
              <p>
                {creditLabels[batch.creditStatus]}
                {batch.creditsIssuedTo && ` to ${batch.creditsIssuedTo}`}
              </p>
            )}
          </StaffPart>
        </div>
      </div>
    </>
  );
}

function Analyses({ batch: { analyses, enteredBy } }: { batch: StaffBatch }) {
  return (
    <StaffPart title="Analyses">
      {analyses.length === 0 ? (
        <p className="text-ink-soft">None yet. Statements of carbon wait for one; packing does not.</p>
      ) : (
        <ol className="grid gap-4">
          {analyses.map((analysis, index) => (
            <li key={analysis.id} className="grid gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
              <h3 className="text-lg">
                {displayDate(analysis.analysedOn)}, {analysis.laboratory}
                {index === 0 && analyses.length > 1 && " (this one counts)"}
              </h3>
              <Facts>
                {analysisFigures(analysis).map(({ label, value }) => (
                  <Fact key={label} label={label}>
                    {value}
                  </Fact>
                ))}
              </Facts>
              <p className="text-sm text-ink-soft">Entered by {enteredBy[analysis.id]}</p>
              {analysis.documentUrl && (
                <p>
                  <a href={analysis.documentUrl} className="text-moss underline">
                    The laboratory’s report (PDF)
                  </a>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </StaffPart>
  );
}

function Allocations({ batch: { allocations } }: { batch: StaffBatch }) {
  return (
    <StaffPart title="The orders it went to">
      {allocations.length === 0 ? (
        <p className="text-ink-soft">Nothing of it has left yet.</p>
      ) : (
        <DataTable
          caption="The orders it went to"
          rows={allocations}
          keyOf={({ id }) => id}
          columns={[
            { head: "Order", cell: (order) => <OrderLink order={order} /> },
            { head: "Units", cell: ({ quantity }) => quantity, className: "tabular-nums" },
            {
              head: "Came back",
              cell: ({ returnedQuantity }) => returnedQuantity || "none",
              className: "tabular-nums",
            },
            {
              head: "Weight",
              cell: ({ grams }) => kilogramsText(grams),
              className: "whitespace-nowrap tabular-nums",
            },
            {
              head: "Left on",
              cell: ({ allocatedAt }) => displayMoment(allocatedAt),
              className: "whitespace-nowrap",
            },
          ]}
        />
      )}
    </StaffPart>
  );
}
