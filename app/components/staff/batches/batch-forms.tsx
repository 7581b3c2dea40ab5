import { useNavigate } from "@remix-run/react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { FileField } from "#app/components/staff/kit/form-fields.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import {
  type BatchStatus,
  certificationClasses,
  certificationLabels,
  creditLabels,
  creditStatuses,
  metals,
} from "#server/batches/batch.ts";
import { batchCommands, statusLabels } from "#server/batches/batch-commands.ts";
import type { StaffBatch } from "#server/batches/staff-batches.server.ts";
import { shownFields } from "#server/core/touched-fields.ts";
import { DOCUMENT_LIMIT_TEXT } from "#server/media/media-address.ts";

interface BatchFormProps {
  batch: StaffBatch;
}

export function AnalysisForm({ batch }: BatchFormProps) {
  const number = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <CommandForm
      command={batchCommands.addAnalysis}
      isUnchecked
      button="Add the analysis"
      hidden={{ batchId: batch.id, key: batch.keys.analysis }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Laboratory" field="laboratory" maxLength={200} />
        <TextField label="Date of the report" field="analysedOn" type="date" />
        <TextField label="Organic carbon, % of dry matter" field="organicCarbon" {...number} />
        <TextField label="H/Corg, molar" field="hydrogenToCarbon" {...number} />
        <TextField label="Ash, % of dry matter" field="ash" {...number} />
        <TextField label="Water, % as sold" field="water" {...number} />
        <TextField label="pH" field="ph" {...number} />
        <TextField label="PAH (16 EPA), mg/kg" field="pah" {...number} />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-medium">Metals, mg/kg of dry matter</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {metals.map((metal) => (
            <TextField key={metal} label={metal} field={`metals.${metal}`} {...number} />
          ))}
        </div>
      </fieldset>
      <FileField
        label="The laboratory’s report"
        field="document"
        accept="application/pdf"
        hint={`${DOCUMENT_LIMIT_TEXT}. Everybody who scans the label can read it.`}
      />
    </CommandForm>
  );
}

export function WriteOffForm({ batch }: BatchFormProps) {
  return (
    <CommandForm
      command={batchCommands.writeOff}
      button="Write off"
      hidden={{ batchId: batch.id, key: batch.keys.writeOff }}
    >
      <TextField label="Kilograms to write off" field="kilograms" inputMode="decimal" autoComplete="off" />
      <TextField label="Why they are written off" field="reason" maxLength={300} />
    </CommandForm>
  );
}

export function StatusForms({ batch }: BatchFormProps) {
  const shared = { hidden: { batchId: batch.id } };
  return (
    <>
      {batch.status !== "quarantined" && (
        <CommandForm {...shared} command={batchCommands.quarantine} button="Put in quarantine" look="danger">
          <TextField
            label="Why it goes into quarantine"
            field="reason"
            hint="Nothing of it is packed until somebody releases it."
            maxLength={300}
          />
        </CommandForm>
      )}
      {batch.status !== "open" && (
        <CommandForm
          {...shared}
          command={batchCommands.release}
          button={batch.status === "quarantined" ? "Release" : "Open again"}
        />
      )}
      {batch.status === "open" && (
        <CommandForm {...shared} command={batchCommands.markSoldOut} button="Mark as sold out" />
      )}
    </>
  );
}

export function ClaimsForm({ batch }: BatchFormProps) {
  const { creditStatus, creditsIssuedTo, transportGramsPerKilogram } = batch;
  return (
    <CommandForm
      command={batchCommands.saveClaims}
      button="Save whose carbon it is"
      hidden={{ batchId: batch.id }}
      version={{ name: "seenVersion", current: batch.version }}
      shown={shownFields({ creditStatus, creditsIssuedTo, transportGramsPerKilogram })}
    >
      <SelectField
        label="Credits"
        field="creditStatus"
        options={creditStatuses.map((status) => ({ value: status, label: creditLabels[status] }))}
      />
      <TextField
        label="Issued to"
        field="creditsIssuedTo"
        hint="The holder and the registry; empty unless credits were issued."
        maxLength={200}
      />
      <TextField
        label="Transport, grams of CO₂ per kilogram"
        field="transportGramsPerKilogram"
        hint="What you state that bringing it to a customer emits; empty where you state nothing."
        inputMode="numeric"
      />
    </CommandForm>
  );
}

export function CertificateForm({ batch }: BatchFormProps) {
  const { certificationClass, certificateNumber } = batch;
  return (
    <CommandForm
      command={batchCommands.saveCertificate}
      button="Save the certificate"
      hidden={{ batchId: batch.id }}
      version={{ name: "seenVersion", current: batch.version }}
      shown={shownFields({ certificationClass, certificateNumber })}
    >
      <SelectField
        label="Class of the European Biochar Certificate"
        field="certificationClass"
        hint="A bag is labelled with one class at most."
        options={certificationClasses.map((value) => ({ value, label: certificationLabels[value] }))}
      />
      <TextField
        label="Number of the certificate"
        field="certificateNumber"
        hint="Under which the certifier lists this batch. The label, the delivery note and the page of the batch say it."
        maxLength={100}
        autoComplete="off"
      />
    </CommandForm>
  );
}

export function NewBatchForm({ products }: { products: readonly { id: number; name: string }[] }) {
  const navigate = useNavigate();
  return (
    <CommandForm
      command={batchCommands.create}
      button="Enter the batch"
      onDone={({ code }) => navigate(`/admin/batches/${encodeURIComponent(code)}`)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Code"
          field="code"
          hint="As the label has it, such as 2026-11-A."
          autoComplete="off"
          maxLength={20}
        />
        <SelectField
          label="Product"
          field="productId"
          options={[
            { value: "", label: "Choose…" },
            ...products.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextField label="Made on" field="madeOn" type="date" />
        <TextField label="Kilograms made" field="kilogramsMade" inputMode="decimal" />
        <TextField
          label="Feedstock"
          field="feedstock"
          hint="Such as hardwood forestry residues."
          maxLength={200}
        />
        <TextField label="Where it grew" field="feedstockOrigin" maxLength={200} />
        <TextField label="Kiln temperature in °C" field="kilnCelsius" inputMode="numeric" />
      </div>
    </CommandForm>
  );
}

export function OrderLink({ order }: { order: { orderId: number; invoiceNumber: string } }) {
  return (
    <TextLink to={`/admin/orders/${order.orderId}`} discover="none">
      {order.invoiceNumber}
    </TextLink>
  );
}

const tones = { open: "moss", quarantined: "clay", sold_out: "neutral" } as const;

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
