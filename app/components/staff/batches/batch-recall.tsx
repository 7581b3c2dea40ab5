import { Link } from "@remix-run/react";
import { useState } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { StaffPart } from "#app/components/staff/staff-panel.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { batchCommands } from "#server/batches/batch-commands.ts";
import { kilogramsText } from "#server/batches/batch-figures.ts";
import type { BatchView } from "#server/batches/batch-view.ts";
import type { AffectedOrder } from "#server/batches/recall-batch.server.ts";

interface BatchRecallProps {
  batch: BatchView;
  orders: readonly AffectedOrder[];
  storeName: string;
}

/** Everybody who has something of a batch, and the mail that tells them. */
export function BatchRecall({ batch, orders, storeName }: BatchRecallProps) {
  const untold = orders.filter(({ isTold }) => !isTold);
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
            <Affected orders={orders} />
          </>
        )}
      </StaffPart>
      <StaffPart title={orders.length === 0 ? "Quarantine" : "Recall it"}>
        <RecallForm batch={batch} orders={orders} untold={untold} storeName={storeName} />
      </StaffPart>
    </>
  );
}

function Affected({ orders }: Pick<BatchRecallProps, "orders">) {
  return (
    <Table caption="Who has some of it">
      <thead>
        <tr>
          {["Order", "Customer", "Address", "Phone", "Email", "Units", "Weight", "Mail"].map((name) => (
            <HeadCell key={name}>{name}</HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.orderId}>
            <Cell>
              <Link to={`/admin/orders/${order.orderId}`} discover="none" className="text-moss underline">
                {order.invoiceNumber}
              </Link>
            </Cell>
            <Cell>{order.customerName}</Cell>
            <Cell className="min-w-48">{order.customerAddress}</Cell>
            <Cell className="whitespace-nowrap">{order.customerPhone || "none"}</Cell>
            <Cell>{order.customerEmail}</Cell>
            <Cell className="tabular-nums">{order.quantity}</Cell>
            <Cell className="whitespace-nowrap tabular-nums">{kilogramsText(order.grams)}</Cell>
            <Cell className="whitespace-nowrap">{order.isTold ? "sent" : "not yet"}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface RecallFormProps extends BatchRecallProps {
  untold: readonly AffectedOrder[];
}

function RecallForm({ batch, orders, untold, storeName }: RecallFormProps) {
  const [reason, setReason] = useState("");
  const [message, setMessage] = useState(FIRST_MESSAGE);
  const [first] = untold;
  return (
    <CommandForm
      command={batchCommands.recall}
      button={
        untold.length === 0 ? "Put in quarantine" : `Quarantine it and mail ${mailsText(untold.length)}`
      }
      look="danger"
      hidden={{ batchId: batch.id, seenOrders: orders.length }}
    >
      {({ field }) => (
        <>
          <TextField
            label="Reason"
            field={field("reason")}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            hint="Customers read it, and so does whoever packs."
            maxLength={300}
          />
          <TextareaField
            label="What customers do"
            field={field("message")}
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
        </>
      )}
    </CommandForm>
  );
}

const FIRST_MESSAGE = `Please do not use it, and keep the packs closed and dry.

Answer this mail or call us: we collect them and give your money back, or send you others.`;

function mailsText(count: number): string {
  return count === 1 ? "one customer" : `${count} customers`;
}
