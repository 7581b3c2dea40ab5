import { data, type LinksFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { BatchLabel } from "#app/components/staff/batches/batch-label.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { findBatchLabel, labelCountSchema, MOST_LABELS } from "#server/batches/batch-labels.server.ts";
import { staffPage } from "#server/process/page.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const meta = pageMeta({ title: "Labels", noindex: true });

export const loader = staffPage(
  "batches.view",
  async ({ context, params, url }) => {
    const label = (await findBatchLabel(context, params.code ?? "")) ?? null;
    const count = labelCountSchema.parse(url.searchParams.get("count") ?? undefined);
    const { storeName } = context.settings;
    return data({ label, count, most: MOST_LABELS, storeName }, { status: label ? 200 : 404 });
  },
  "sign-in",
);

/** /admin/batches/:code/labels: sheets of labels for the bags of a batch, which the browser prints. */
export default function BatchLabels() {
  const { label, count, most, storeName } = useLoaderData<typeof loader>();
  if (!label) {
    return (
      <div className="frame">
        <EmptyState
          title="No such batch"
          headingLevel={1}
          action={<ButtonLink to="/admin/batches">All batches</ButtonLink>}
        >
          The code may have been mistyped.
        </EmptyState>
      </div>
    );
  }
  const page = `/admin/batches/${label.code}`;
  const sheets = Math.ceil(count / 8);
  return (
    <div className="frame max-w-4xl py-8 print:max-w-none print:p-0">
      <div className="mb-6 grid gap-4 print:hidden">
        <header>
          <p>
            <Link to={page} className="text-moss underline">
              Batch {label.code}
            </Link>
          </p>
          <h1 className="mt-1 text-3xl">Labels</h1>
        </header>
        <Form
          key={count}
          method="get"
          action={`${page}/labels`}
          aria-label="Labels"
          className="flex flex-wrap items-end gap-3"
        >
          <TextField
            label="How many"
            name="count"
            type="number"
            min={1}
            max={most}
            defaultValue={count}
            required
            className="w-32"
          />
          <Button variant="secondary">Show</Button>
        </Form>
        <p className="max-w-prose text-ink-soft">
          Print this page: {sheets === 1 ? "one sheet" : `${sheets} sheets`} of A4 with eight labels of 99 by
          68 mm each. The code leads to <span className="wrap-anywhere">{label.url}</span>
        </p>
      </div>
      <div className="batch-labels grid gap-4 sm:grid-cols-2">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
          <BatchLabel key={index} label={label} storeName={storeName} />
        ))}
      </div>
    </div>
  );
}
