import { redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { Search } from "lucide-react";
import { BatchBadge } from "#app/components/batches/batch-badge.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { batchPath, percentText } from "#server/batches/batch.ts";
import {
  batchTopics,
  findBatch,
  listPublicBatches,
  type PublicBatchRow,
  publicBatchesSchema,
} from "#server/batches/find-batch.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { sharedPage } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ code, after }) => ({
  title: "Batches",
  description:
    "Each batch of biochar that we made: from what, how hot, and what a laboratory measured of it.",
  noindex: code !== "" || after !== null,
}));

export const loader = sharedPage({ topics: batchTopics, parameters: ["after"] }, async ({ context, url }) => {
  const { code, after } = publicBatchesSchema.parse(Object.fromEntries(url.searchParams));
  const found = code === "" ? undefined : await findBatch(context, code);
  if (found) throw redirect(batchPath(found.code), 303);
  return { code, after: after ?? null, page: await listPublicBatches(context, { after }) };
});

/** /batches: all that were made, and a field for the code of a label. */
export default function Batches() {
  const { code, after, page } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid max-w-[58rem] grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
      <StructuredData trail={[["Batches", "/batches"]]} />
      <header className="grid gap-3">
        <h1 className="text-title">Batches</h1>
        <p className="max-w-prose text-lg text-ink-soft">
          Every bag names the batch that is in it. Here is what each was made of, how, and what was measured
          of it.
        </p>
      </header>
      <BatchLookup code={code} />
      <section aria-labelledby="made" className="grid gap-5">
        <h2 id="made" className="text-section">
          What we made
        </h2>
        {page.batches.length > 0 ? (
          <PublicBatchList batches={page.batches} />
        ) : (
          <EmptyState title={after === null ? "No batch yet" : "Nothing older"} headingLevel={3}>
            {after === null
              ? "Each one stands here from the day it is entered."
              : "These were all the batches."}
          </EmptyState>
        )}
        <BatchPages isFirst={after === null} next={page.next} />
      </section>
    </div>
  );
}

/** Leads to the batch of a code, as the label of a bag has it. */
function BatchLookup({ code }: { code: string }) {
  const unknown =
    code === "" ? undefined : [`No batch has the code “${code}”. Please compare it with the label.`];
  return (
    <Form
      key={code}
      method="get"
      action="/batches"
      role="search"
      aria-label="Batches"
      className="grid max-w-md gap-3"
    >
      <TextField
        label="Code on the label"
        hint="Such as 2026-03-A"
        name="code"
        maxLength={100}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
        defaultValue={code}
        errors={unknown}
      />
      <p>
        <Button>
          <Search aria-hidden className="size-4" /> Find
        </Button>
      </p>
    </Form>
  );
}

function PublicBatchList({ batches }: { batches: readonly PublicBatchRow[] }) {
  return (
    <ul className="border-b border-line">
      {batches.map(({ id, code, productName, madeOn, status, isRecalled, organicCarbon }) => (
        <li
          key={id}
          className="grid gap-x-6 gap-y-1 border-t border-line py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]"
        >
          <div>
            <h3 className="text-lg wrap-anywhere">
              <Link to={batchPath(code)} className="text-moss underline underline-offset-4">
                {code}
              </Link>
            </h3>
            <p className="text-ink-soft">{productName}</p>
          </div>
          <p>
            Made on <time dateTime={madeOn}>{displayLongDate(madeOn)}</time>
            <span className="block text-ink-soft">{carbonText(organicCarbon)}</span>
          </p>
          <p className="sm:text-right">
            <BatchBadge batch={{ status, isRecalled }} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function carbonText(organicCarbon: number | null): string {
  return organicCarbon === null ? "Not analysed yet" : `${percentText(organicCarbon)} organic carbon`;
}

/** Newest first; a page goes on behind the last batch of the one before. */
function BatchPages({ isFirst, next }: { isFirst: boolean; next: number | null }) {
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Batches: pages" className="flex flex-wrap gap-3">
      {!isFirst && <SmallButtonLink to="/batches">Newest</SmallButtonLink>}
      {next !== null && (
        <SmallButtonLink to={`/batches?after=${next}`} rel="next">
          Older
        </SmallButtonLink>
      )}
    </nav>
  );
}
