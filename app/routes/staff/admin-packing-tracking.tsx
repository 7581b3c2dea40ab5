import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { FileField } from "#app/components/staff/kit/form-fields.tsx";
import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { CarrierChoice } from "#app/components/staff/packing/packing-checklist.tsx";
import { PageHead, StaffPart } from "#app/components/staff/staff-page.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { ReadTracking } from "#server/orders/carriers.server.ts";
import { orderCommands, orderField } from "#server/orders/order-commands.ts";
import { staffPage } from "#server/process/page.server.ts";
import { likelyCarrier } from "#server/settings/carriers.ts";

export const meta = pageMeta({ title: "Read tracking numbers", noindex: true });

export const loader = staffPage("orders.dispatch", async () => null);

/** Tracking numbers from a carrier's file: looked at row by row first, and sent when somebody agrees. */
export default function AdminPackingTracking() {
  const [plan, setPlan] = useState<ReadTracking>();
  const [files, setFiles] = useState(0);
  const navigate = useNavigate();
  return (
    <StaffQueries>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <PageHead above={{ to: "/admin/packing", label: "Packing" }}>Read tracking numbers</PageHead>
        {/* Another file begins with its own carrier, and without what was refused of the one before. */}
        {plan && <TrackingPreview key={files} plan={plan} onSent={() => navigate("/admin/packing")} />}
        <TrackingForm
          isAgain={plan !== undefined}
          onRead={(read) => {
            setPlan(read);
            setFiles(files + 1);
          }}
        />
      </div>
    </StaffQueries>
  );
}

interface TrackingFormProps {
  /** Another file has been read: this one comes after it. */
  isAgain: boolean;
  onRead: (plan: ReadTracking) => void;
}

/** Asks for a carrier's file, or for its rows. */
export function TrackingForm({ isAgain, onRead }: TrackingFormProps) {
  return (
    <StaffPart title={isAgain ? "Another file" : "The carrier’s file"}>
      <p className="max-w-prose">
        Export the parcels from Click & Drop or your carrier’s program as CSV. The shop finds the order’s
        number and the tracking number by the names of their columns, such as “Order reference” and “Tracking
        number”. Nothing is sent before you agree.
      </p>
      <CommandForm
        command={orderCommands.readTracking}
        label="The carrier’s file"
        isUnchecked
        onDone={onRead}
      >
        <FileField
          label="CSV file"
          field="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="file:min-h-11! file:bg-surface"
        />
        <TextareaField
          label="Or its rows, with their header"
          field="csv"
          required={false}
          rows={4}
          spellCheck={false}
          hint="Copied from a spreadsheet."
        />
        <SubmitButton className="w-fit">Read the file</SubmitButton>
      </CommandForm>
    </StaffPart>
  );
}

export function TrackingPreview({ plan, onSent }: { plan: ReadTracking; onSent: () => void }) {
  const { ready, rows } = plan;
  const left = rows.filter(({ refusal }) => refusal !== "");
  const carrier = plan.carrier || likelyCarrier(plan.lastCarrier, { isPallet: false });
  const orders = ready.length === 1 ? "1 order" : `${ready.length} orders`;
  return (
    <StaffPart title={ready.length === 0 ? "Nothing of this file goes out" : `${orders} would go out`} isWide>
      {ready.length > 0 && (
        <CommandForm
          command={orderCommands.dispatchMany}
          label="Dispatch"
          isUnchecked
          onDone={onSent}
          className="grid gap-5"
        >
          <DataTable
            caption="Orders that go out"
            rows={ready}
            keyOf={({ id }) => id}
            columns={[
              {
                head: "Order",
                cell: ({ invoiceNumber }) => invoiceNumber,
                className: "whitespace-nowrap",
              },
              { head: "Customer", cell: ({ customerName }) => customerName },
              {
                head: "Tracking number",
                cell: ({ id, trackingNumber }) => (
                  <>
                    {trackingNumber}
                    <input type="hidden" name={`numbers.${orderField(id)}`} value={trackingNumber} />
                  </>
                ),
                className: "break-all",
              },
            ]}
          />
          <CarrierChoice likely={carrier} />
          <SubmitButton size="large" className="sm:w-fit">
            Dispatch {orders}
          </SubmitButton>
        </CommandForm>
      )}
      {left.length > 0 && (
        <DataTable
          caption="Rows that send nothing"
          captionVisible
          rows={left}
          keyOf={({ line }) => line}
          columns={[
            { head: "Line", cell: ({ line }) => line, className: "tabular-nums" },
            { head: "Order", cell: ({ reference }) => reference, className: "break-all" },
            { head: "Tracking number", cell: ({ number }) => number, className: "break-all" },
            { head: "Why", cell: ({ refusal }) => refusal },
          ]}
        />
      )}
    </StaffPart>
  );
}
