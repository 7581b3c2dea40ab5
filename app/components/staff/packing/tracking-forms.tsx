import { Form, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { FieldFrame, TextareaField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import { orderCommands, orderField } from "#server/orders/order-commands.ts";
import type { TrackingPlan } from "#server/orders/packing/tracking-file.ts";
import { likelyCarrier } from "#server/settings/carriers.ts";
import { CarrierChoice } from "./carrier-choice.tsx";

const ADDRESS = "/admin/packing/tracking";

interface TrackingFormProps {
  /** What was pasted, where it could not be read. */
  csv: string;
  unreadable: string | null;
  /** Another file has been read: this one comes after it. */
  isAgain: boolean;
}

/** Asks for a carrier's file, or for its rows. */
export function TrackingForm({ csv, unreadable, isAgain }: TrackingFormProps) {
  const sending = useNavigation().formData?.has("read") ?? false;
  return (
    <Card role="region" aria-labelledby="tracking-file" className="grid gap-4">
      <h2 id="tracking-file" className="text-xl">
        {isAgain ? "Another file" : "The carrier’s file"}
      </h2>
      <p className="max-w-prose">
        Export the parcels from Click & Drop or your carrier’s program as CSV. The shop finds the order’s
        number and the tracking number by the names of their columns, such as “Order reference” and “Tracking
        number”. Nothing is sent before you agree.
      </p>
      {unreadable && <Notice tone="error" title={unreadable} />}
      <Form method="post" action={ADDRESS} encType="multipart/form-data" className="grid gap-4">
        <FieldFrame label="CSV file" controlId="tracking-csv-file" errorId="tracking-csv-file-error">
          <input
            id="tracking-csv-file"
            type="file"
            name="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="w-full min-w-0 text-sm file:mr-3 file:min-h-11 file:rounded-full file:border file:border-line-strong file:bg-surface file:px-4 file:text-ink"
          />
        </FieldFrame>
        <TextareaField
          label="Or its rows, with their header"
          name="csv"
          rows={4}
          spellCheck={false}
          defaultValue={csv}
          hint="Copied from a spreadsheet."
        />
        <Button name="read" value="on" pending={sending} className="w-fit">
          Read the file
        </Button>
      </Form>
    </Card>
  );
}

const typedSchema = z.object({ carrier: z.string().optional() });

interface TrackingPreviewProps {
  plan: TrackingPlan;
  csv: string;
  lastCarrier: string;
  answer: RefusedForm | undefined;
}

/** What each row would do, and the form that does it. */
export function TrackingPreview({ plan, csv, lastCarrier, answer }: TrackingPreviewProps) {
  const { ready, rows } = plan;
  const left = rows.filter(({ refusal }) => refusal !== "");
  const { name: intent } = orderCommands.dispatchMany;
  const sending = useNavigation().formData?.get("intent") === intent;
  const typed = answer ? typedSchema.safeParse(answer.result.initialValue).data : undefined;
  const carrier = plan.carrier || likelyCarrier(lastCarrier, { isPallet: false });
  const orders = ready.length === 1 ? "1 order" : `${ready.length} orders`;
  return (
    <Card role="region" aria-labelledby="tracking-preview" className="grid gap-5">
      <h2 id="tracking-preview" className="text-xl">
        {ready.length === 0 ? "Nothing of this file goes out" : `${orders} would go out`}
      </h2>
      {answer?.refusal && <Notice tone="error" title={answer.refusal} />}
      {ready.length > 0 && (
        <Form
          method="post"
          action={ADDRESS}
          encType="multipart/form-data"
          noValidate
          aria-label="Dispatch"
          className="grid gap-5"
        >
          <input type="hidden" name="intent" value={intent} />
          <textarea hidden readOnly name="csv" value={csv} aria-label="The file" />
          <Table caption="Orders that go out">
            <thead>
              <tr>
                <HeadCell>Order</HeadCell>
                <HeadCell>Customer</HeadCell>
                <HeadCell>Tracking number</HeadCell>
              </tr>
            </thead>
            <tbody>
              {ready.map(({ id, invoiceNumber, customerName, trackingNumber }) => (
                <tr key={id}>
                  <Cell className="whitespace-nowrap">{invoiceNumber}</Cell>
                  <Cell>{customerName}</Cell>
                  <Cell className="break-all">
                    {trackingNumber}
                    <input type="hidden" name={`numbers.${orderField(id)}`} value={trackingNumber} />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
          <CarrierChoice
            likely={carrier}
            typed={typed && (typed.carrier ?? "")}
            errors={answer?.result.error?.carrier ?? undefined}
          />
          <Button size="large" pending={sending} className="sm:w-fit">
            Dispatch {orders}
          </Button>
        </Form>
      )}
      {left.length > 0 && (
        <Table caption="Rows that send nothing" captionVisible>
          <thead>
            <tr>
              <HeadCell>Line</HeadCell>
              <HeadCell>Order</HeadCell>
              <HeadCell>Tracking number</HeadCell>
              <HeadCell>Why</HeadCell>
            </tr>
          </thead>
          <tbody>
            {left.map(({ line, reference, number, refusal }) => (
              <tr key={line}>
                <Cell className="tabular-nums">{line}</Cell>
                <Cell className="break-all">{reference}</Cell>
                <Cell className="break-all">{number}</Cell>
                <Cell>{refusal}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
