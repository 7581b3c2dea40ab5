import { data, type LinksFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { NotThere, PageHead } from "#app/components/staff/staff-page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { QrPicture } from "#app/components/ui/qr-picture.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { kilogramsText } from "#server/batches/batch.ts";
import {
  findBatchLabel,
  type BatchLabel as Label,
  labelCountSchema,
  MOST_LABELS,
} from "#server/batches/staff-batches.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
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

/** What sticks on a bag: 99 by 68 mm, eight to a sheet of A4. */
export function BatchLabel({ label, storeName }: { label: Label; storeName: string }) {
  const { code, productName, netGrams, madeOn, certificate, url, picture } = label;
  return (
    <article className="batch-label flex items-center gap-4 overflow-hidden rounded-xl border border-line bg-surface p-5 print:rounded-none print:border-0">
      <div className="grid min-w-0 flex-1 content-center gap-2">
        <p className="text-sm">{storeName}</p>
        <h2 className="text-xl leading-tight wrap-anywhere">{productName}</h2>
        {netGrams !== null && <p className="font-medium">{kilogramsText(netGrams)}</p>}
        <p>
          Batch <strong className="wrap-anywhere">{code}</strong>
          <br />
          Made on {displayLongDate(madeOn)}
        </p>
        {certificate && <p className="text-sm font-medium wrap-anywhere">{certificate}</p>}
        <p className="text-sm">Scan to read what was measured of it.</p>
      </div>
      <QrPicture code={picture} label={`QR code of ${url}`} className="size-32 shrink-0 print:size-[32mm]" />
    </article>
  );
}
