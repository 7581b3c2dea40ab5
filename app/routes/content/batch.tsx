import { type HeadersFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { BatchBadge } from "#app/components/batches/batch-badge.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import {
  analysisFigures,
  batchPath,
  certificateText,
  certificationLabels,
  claimSentence,
  describeStatus,
  kilogramsText,
  linkedDataPath,
  linksetPath,
} from "#server/batches/batch.ts";
import { structuredBatch } from "#server/batches/batch-links.ts";
import {
  type AnalysisView,
  type BatchView,
  batchTopics,
  findBatch,
} from "#server/batches/find-batch.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { forms } from "#server/http/negotiate.ts";
import { sharedPage } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ batch: { code, product, madeOn } }) => ({
  title: `Batch ${code}`,
  description: `${product.name}, batch ${code}, made on ${displayLongDate(madeOn)}: how it was made, and what was measured of it.`,
  extra: [
    { tagName: "link", rel: "alternate", type: forms.linkedData, href: linkedDataPath(code) },
    { tagName: "link", rel: "linkset", type: forms.linkset, href: linksetPath(code) },
  ],
}));

export const loader = sharedPage({ topics: batchTopics }, async ({ context, params }) => {
  const { code = "" } = params;
  const batch = await findBatch(context, code);
  if (!batch) throw new ShopError("not_found", "No batch has this code. Please compare it with the label.");
  // One address for each batch.
  if (batch.code !== code) throw redirect(batchPath(batch.code), 301);
  return { batch };
});

/** Its other forms are in batch-linked-data.ts. */
export const headers: HeadersFunction = () => ({ Vary: "Accept" });

/** /batches/:code: what the label of a bag leads to. */
export default function Batch() {
  const { batch } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:gap-10 lg:py-12">
      <StructuredData
        describe={
          import.meta.env.SSR &&
          (({ store, publicUrl }) => [structuredBatch(batch, { publicUrl, storeName: store.storeName })])
        }
        trail={[
          ["Batches", "/batches"],
          [batch.code, batchPath(batch.code)],
        ]}
      />
      <BatchPassport batch={batch} />
    </div>
  );
}

/** All that is known of a batch, for anyone who holds a bag of it (docs/rules.md#passport-1). */
function BatchPassport({ batch }: { batch: BatchView }) {
  const { code, product, madeOn, status } = batch;
  const { label, meaning } = describeStatus(batch);
  return (
    <>
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3 text-sm font-medium text-ink-soft">
          Batch <BatchBadge batch={batch} />
        </p>
        <h1 className="text-title wrap-anywhere">{code}</h1>
        <p className="text-lg text-ink-soft">
          {product.name}, made on <time dateTime={madeOn}>{displayLongDate(madeOn)}</time>
        </p>
      </header>
      {status === "quarantined" && (
        <Notice tone="error" title={label}>
          {meaning} <Link to="/contact">Write to us</Link>
        </Notice>
      )}
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <HowItWasMade batch={batch} />
        <Analyses analyses={batch.analyses} />
      </div>
    </>
  );
}

function HowItWasMade({ batch }: { batch: BatchView }) {
  const { product, madeOn, feedstock, feedstockOrigin, kilnCelsius, gramsMade, status } = batch;
  const { label, meaning } = describeStatus(batch);
  return (
    <section aria-labelledby="how-it-was-made" className="grid gap-5">
      <h2 id="how-it-was-made" className="text-section">
        How it was made
      </h2>
      <dl className="border-b border-line">
        <Fact label="Product">
          {product.isArchived ? (
            product.name
          ) : (
            <Link to={`/products/${product.slug}`} className="text-moss underline underline-offset-4">
              {product.name}
            </Link>
          )}
        </Fact>
        <Fact label="Made on">{displayLongDate(madeOn)}</Fact>
        <Fact label="Made of">{feedstock}</Fact>
        <Fact label="Where that grew">{feedstockOrigin || "Not stated"}</Fact>
        <Fact label="Hottest in the kiln">{kilnCelsius} °C</Fact>
        <Fact label="Amount made">{kilogramsText(gramsMade)}</Fact>
        <Fact label="Status">
          {label}
          {status !== "quarantined" && <span className="block text-sm text-ink-soft">{meaning}</span>}
        </Fact>
        <Fact label="Certificate">{certificateText(batch) ?? certificationLabels.none}</Fact>
        <Fact label="Carbon credits">{claimSentence(batch)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 border-t border-line py-3">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Analyses({ analyses }: { analyses: readonly AnalysisView[] }) {
  return (
    <section aria-labelledby="analyses" className="grid gap-6">
      <h2 id="analyses" className="text-section">
        What was measured
      </h2>
      {analyses.length === 0 ? (
        <div className="grid gap-4 rounded-lg bg-sunken p-5">
          <p className="font-semibold">Not analysed yet</p>
          <p className="text-ink-soft">
            No laboratory has measured this batch so far, so no figure is stated for it. Its results will
            stand here once there are any.
          </p>
        </div>
      ) : (
        analyses.map((analysis, index) => (
          <Analysis key={analysis.id} analysis={analysis} isReplaced={index > 0} />
        ))
      )}
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/batches" variant="secondary">
          All batches
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Ask us about this batch
        </ButtonLink>
      </p>
    </section>
  );
}

/** One report; an older one stays readable below the one that counts. */
function Analysis({ analysis, isReplaced }: { analysis: AnalysisView; isReplaced: boolean }) {
  const { laboratory, analysedOn, documentUrl } = analysis;
  const day = displayLongDate(analysedOn);
  return (
    <div className="grid gap-3">
      <h3 className="text-xl wrap-anywhere">
        {laboratory}, <time dateTime={analysedOn}>{day}</time>
      </h3>
      {isReplaced && <p className="text-sm text-ink-soft">An earlier analysis: the newest one counts.</p>}
      <Table caption={`Measured by ${laboratory} on ${day}`}>
        <thead>
          <tr>
            <HeadCell>Measured</HeadCell>
            <HeadCell>Result</HeadCell>
          </tr>
        </thead>
        <tbody>
          {analysisFigures(analysis).map(({ label, value }) => (
            <tr key={label}>
              <th scope="row" className="border-b border-line px-3 py-3 text-left align-top font-normal">
                {label}
              </th>
              <Cell className="tabular-nums">{value}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="max-w-prose text-sm text-ink-soft">
        What the laboratory did not measure is not listed. H/Corg is the molar ratio of hydrogen to organic
        carbon; PAH are polycyclic aromatic hydrocarbons, the sum of sixteen. Milligrams per kilogram are of
        the dry matter.
      </p>
      {documentUrl && (
        <p className="flex items-start gap-3">
          <FileText aria-hidden className="mt-1 size-5 shrink-0 text-ink-soft" />
          <a href={documentUrl} className="font-medium underline underline-offset-4">
            The laboratory’s report (PDF)
          </a>
        </p>
      )}
    </div>
  );
}
