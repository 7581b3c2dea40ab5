import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { OrderLink } from "#app/components/staff/batches/batch-forms.tsx";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { type Column, DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { PageHead, StaffPart } from "#app/components/staff/staff-page.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { kilogramsText } from "#server/batches/batch.ts";
import { batchCommands } from "#server/batches/batch-commands.ts";
import { type BatchView, findBatch } from "#server/batches/find-batch.server.ts";
import { type AffectedOrder, findAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Recall a batch", noindex: true });

export const loader = staffPage("batches.recall", async ({ context, params }) => {
  const batch = await findBatch(context, params.code ?? "");
  if (!batch) throw new ShopError("not_found", "Batch not found");
  const { storeName } = context.settings;
  return { batch, storeName, orders: await findAffectedOrders(context, batch.id) };
});

export default function AdminBatchRecall() {
  const { batch, storeName, orders } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <PageHead above={{ to: `/admin/batches/${batch.code}`, label: `Batch ${batch.code}` }}>
        Recall {batch.code}
      </PageHead>
      <BatchRecall batch={batch} orders={orders} storeName={storeName} />
    </div>
  );
}

interface BatchRecallProps {
  batch: BatchView;
  orders: readonly AffectedOrder[];
  storeName: string;
}

/** Everybody who has something of a batch, and the mail that tells them. */
function BatchRecall({ batch, orders, storeName }: BatchRecallProps) {
  const unmailed = orders.filter(({ mail }) => mail === "not yet");
  return (
    <>
      <StaffPart title="Who has some of it">
        {orders.length === 0 ? (
          <p className="text-ink-soft">Nobody: nothing of it is out.</p>
        ) : (
          <>
            <p>
              <a
                href={`/admin/batches/${batch.code}/recall.csv`}
                download
                className={buttonClass({ variant: "secondary", size: "small" })}
              >
                Download CSV
              </a>
            </p>
            <DataTable
              caption="Who has some of it"
              rows={orders}
              keyOf={({ orderId }) => orderId}
              columns={columns}
            />
          </>
        )}
      </StaffPart>
      <StaffPart title={orders.length === 0 ? "Quarantine" : "Recall it"}>
        <RecallForm batch={batch} orders={orders} unmailed={unmailed} storeName={storeName} />
      </StaffPart>
    </>
  );
}

const columns: Column<AffectedOrder>[] = [
  { head: "Order", cell: (order) => <OrderLink order={order} /> },
  { head: "Customer", cell: ({ customerName }) => customerName },
  { head: "Address", cell: ({ customerAddress }) => customerAddress, className: "min-w-48" },
  { head: "Phone", cell: ({ customerPhone }) => customerPhone || "none", className: "whitespace-nowrap" },
  { head: "Email", cell: ({ customerEmail }) => customerEmail || "none" },
  { head: "Units", cell: ({ quantity }) => quantity, className: "tabular-nums" },
  {
    head: "Weight",
    cell: ({ grams }) => kilogramsText(grams),
    className: "whitespace-nowrap tabular-nums",
  },
  { head: "Mail", cell: ({ mail }) => mail, className: "whitespace-nowrap" },
];

interface RecallFormProps extends BatchRecallProps {
  unmailed: readonly AffectedOrder[];
}

function RecallForm({ batch, orders, unmailed, storeName }: RecallFormProps) {
  const [reason, setReason] = useState("");
  const [message, setMessage] = useState(FIRST_MESSAGE);
  const [first] = unmailed;
  return (
    <CommandForm
      command={batchCommands.recall}
      button={
        unmailed.length === 0 ? "Put in quarantine" : `Quarantine it and mail ${mailsText(unmailed.length)}`
      }
      look="danger"
      hidden={{ batchId: batch.id, seenOrders: orders.length }}
    >
      <TextField
        label="Reason"
        field="reason"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        hint="Customers read it, and so does whoever packs."
        maxLength={300}
      />
      <TextareaField
        label="What customers do"
        field="message"
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        rows={6}
        maxLength={3000}
      />
      {first && (
        <section aria-label="The mail" className="grid gap-2 rounded-lg border border-line bg-sunken p-4">
          <p className="font-medium">
            Recall of batch {batch.code}: your order {first.invoiceNumber}
          </p>
          <p>Dear {first.customerName},</p>
          <p>
            {first.quantity === 1 ? "One pack" : `${first.quantity} packs`} of your order{" "}
            {first.invoiceNumber} came from batch {batch.code}, which we are calling back:{" "}
            {reason || "(the reason)"}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message}</p>
          <p className="text-sm text-ink-soft">From {storeName}, with a link to the page of the batch.</p>
        </section>
      )}
    </CommandForm>
  );
}

const FIRST_MESSAGE = `Please do not use it, and keep the packs closed and dry.

Answer this mail or call us: we collect them and give your money back, or send you others.`;

function mailsText(count: number): string {
  return count === 1 ? "one customer" : `${count} customers`;
}
