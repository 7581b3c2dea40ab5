import { data, type LinksFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { BatchLabel } from "#app/components/staff/batches/batch-page.tsx";
import { NotThere, PageHead } from "#app/components/staff/staff-page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { findBatchLabel, labelCountSchema, MOST_LABELS } from "#server/batches/staff-batches.server.ts";
import { staffPage } from "#server/process/page.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const meta = pageMeta({ title: "Labels", noindex: true });

export const loader = staffPage("batches.view", async ({ context, params, url }) => {
  const label = (await findBatchLabel(context, params.code ?? "")) ?? null;
  const count = labelCountSchema.parse(url.searchParams.get("count") ?? undefined);
  const { storeName } = context.settings;
  return data({ label, count, most: MOST_LABELS, storeName }, { status: label ? 200 : 404 });
});

/** /admin/batches/:code/labels: sheets of labels for the bags of a batch, which the browser prints. */
export default function BatchLabels() {
  const { label, count, most, storeName } = useLoaderData<typeof loader>();
  if (!label) {
    return (
      <div className="frame">
        <NotThere title="No such batch" list={{ to: "/admin/batches", label: "All batches" }}>
          The code may have been mistyped.
        </NotThere>
      </div>
    );
  }
  const page = `/admin/batches/${label.code}`;
  const sheets = Math.ceil(count / 8);
  return (
    <div className="frame max-w-4xl py-8 print:max-w-none print:p-0">
      <div className="mb-6 grid gap-4 print:hidden">
        <PageHead above={{ to: page, label: `Batch ${label.code}` }}>Labels</PageHead>
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
