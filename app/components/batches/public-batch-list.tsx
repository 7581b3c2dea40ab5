import { Form, Link } from "@remix-run/react";
import { Search } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { batchPath, percentText } from "#server/batches/batch.ts";
import type { PublicBatchRow } from "#server/batches/find-batch.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { BatchBadge } from "./batch-badge.tsx";

/** Leads to the batch of a code, as the label of a bag has it. */
export function BatchLookup({ code }: { code: string }) {
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

export function PublicBatchList({ batches }: { batches: readonly PublicBatchRow[] }) {
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
export function BatchPages({ isFirst, next }: { isFirst: boolean; next: number | null }) {
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
