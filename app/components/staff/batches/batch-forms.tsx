import { useId } from "react";
import { FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { batchCommands } from "#server/batches/batch-commands.ts";
import { certificationClasses, creditStatuses, metals } from "#server/batches/batch-values.ts";
import { certificationLabels } from "#server/batches/certificates.ts";
import { creditLabels } from "#server/batches/credit-claims.ts";
import type { StaffBatch } from "#server/batches/find-staff-batch.server.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { DOCUMENT_LIMIT_TEXT } from "#server/media/document-address.ts";
import { BatchForm, cameBack } from "./batch-form.tsx";

interface BatchFormsProps {
  batch: StaffBatch;
  answer: RefusedForm | undefined;
}

const pathOf = ({ code }: StaffBatch) => `/admin/batches/${code}`;

export function AnalysisForm({ batch, answer }: BatchFormsProps) {
  const command = batchCommands.addAnalysis;
  const { typed, errors } = cameBack(answer, command);
  const field = (name: string) => ({ name, defaultValue: typed(name), errors: errors(name) });
  const number = { inputMode: "decimal", autoComplete: "off" } as const;
  const fileId = useId();
  return (
    <BatchForm
      command={command}
      action={pathOf(batch)}
      answer={answer}
      button="Add the analysis"
      hasFile
      hidden={{ batchId: batch.id, key: typed("key") || batch.keys.analysis }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Laboratory" {...field("laboratory")} maxLength={200} />
        <TextField label="Date of the report" {...field("analysedOn")} type="date" />
        <TextField label="Organic carbon, % of dry matter" {...field("organicCarbon")} {...number} />
        <TextField label="H/Corg, molar" {...field("hydrogenToCarbon")} {...number} />
        <TextField label="Ash, % of dry matter" {...field("ash")} {...number} />
        <TextField label="Water, % as sold" {...field("water")} {...number} />
        <TextField label="pH" {...field("ph")} {...number} />
        <TextField label="PAH (16 EPA), mg/kg" {...field("pah")} {...number} />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-sm font-medium">Metals, mg/kg of dry matter</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {metals.map((metal) => (
            <TextField key={metal} label={metal} {...field(`metals.${metal}`)} {...number} />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-1.5">
        <label htmlFor={fileId} className="text-sm font-medium">
          The laboratory’s report
        </label>
        <p id={`${fileId}-limit`} className="text-sm text-ink-soft">
          {DOCUMENT_LIMIT_TEXT}. Everybody who scans the label can read it.
        </p>
        <input
          id={fileId}
          type="file"
          name="document"
          accept="application/pdf"
          aria-describedby={`${fileId}-limit ${fileId}-error`}
          className="w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-transparent file:px-4 file:text-ink"
        />
        <FieldError id={`${fileId}-error`} {...(errors("document") ? { errors: errors("document") } : {})} />
      </div>
    </BatchForm>
  );
}

export function WriteOffForm({ batch, answer }: BatchFormsProps) {
  const command = batchCommands.writeOff;
  const { typed, errors } = cameBack(answer, command);
  return (
    <BatchForm
      command={command}
      action={pathOf(batch)}
      answer={answer}
      button="Write off"
      hidden={{ batchId: batch.id, key: typed("key") || batch.keys.writeOff }}
    >
      <TextField
        label="Kilograms to write off"
        name="kilograms"
        defaultValue={typed("kilograms")}
        errors={errors("kilograms")}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        label="Why they are written off"
        name="reason"
        defaultValue={typed("reason")}
        errors={errors("reason")}
        maxLength={300}
      />
    </BatchForm>
  );
}

export function StatusForms({ batch, answer }: BatchFormsProps) {
  const { typed, errors } = cameBack(answer, batchCommands.quarantine);
  const shared = { action: pathOf(batch), answer, hidden: { batchId: batch.id } };
  return (
    <>
      {batch.status !== "quarantined" && (
        <BatchForm {...shared} command={batchCommands.quarantine} button="Put in quarantine" danger>
          <TextField
            label="Why it goes into quarantine"
            name="reason"
            defaultValue={typed("reason")}
            errors={errors("reason")}
            hint="Nothing of it is packed until somebody releases it."
            maxLength={300}
          />
        </BatchForm>
      )}
      {batch.status !== "open" && (
        <BatchForm
          {...shared}
          command={batchCommands.release}
          button={batch.status === "quarantined" ? "Release" : "Open again"}
        />
      )}
      {batch.status === "open" && (
        <BatchForm {...shared} command={batchCommands.markSoldOut} button="Mark as sold out" />
      )}
    </>
  );
}

export function ClaimsForm({ batch, answer }: BatchFormsProps) {
  const command = batchCommands.saveClaims;
  const { typed, errors } = cameBack(answer, command);
  return (
    <BatchForm
      command={command}
      action={pathOf(batch)}
      answer={answer}
      button="Save whose carbon it is"
      hidden={{ batchId: batch.id }}
    >
      <SelectField
        label="Credits"
        name="creditStatus"
        defaultValue={typed("creditStatus", batch.creditStatus)}
        errors={errors("creditStatus")}
        options={creditStatuses.map((status) => ({ value: status, label: creditLabels[status] }))}
      />
      <TextField
        label="Issued to"
        name="creditsIssuedTo"
        defaultValue={typed("creditsIssuedTo", batch.creditsIssuedTo)}
        errors={errors("creditsIssuedTo")}
        hint="The holder and the registry; empty unless credits were issued."
        maxLength={200}
      />
      <TextField
        label="Transport, grams of CO₂ per kilogram"
        name="transportGramsPerKilogram"
        defaultValue={typed(
          "transportGramsPerKilogram",
          batch.transportGramsPerKilogram === null ? "" : String(batch.transportGramsPerKilogram),
        )}
        errors={errors("transportGramsPerKilogram")}
        hint="What you state that bringing it to a customer emits; empty where you state nothing."
        inputMode="numeric"
      />
    </BatchForm>
  );
}

export function CertificateForm({ batch, answer }: BatchFormsProps) {
  const command = batchCommands.saveCertificate;
  const { typed, errors } = cameBack(answer, command);
  return (
    <BatchForm
      command={command}
      action={pathOf(batch)}
      answer={answer}
      button="Save the certificate"
      hidden={{ batchId: batch.id }}
    >
      <SelectField
        label="Class of the European Biochar Certificate"
        name="certificationClass"
        defaultValue={typed("certificationClass", batch.certificationClass)}
        errors={errors("certificationClass")}
        hint="A bag is labelled with one class at most."
        options={certificationClasses.map((value) => ({ value, label: certificationLabels[value] }))}
      />
      <TextField
        label="Number of the certificate"
        name="certificateNumber"
        defaultValue={typed("certificateNumber", batch.certificateNumber)}
        errors={errors("certificateNumber")}
        hint="Under which the certifier lists this batch. The label, the delivery note and the page of the batch say it."
        maxLength={100}
        autoComplete="off"
      />
    </BatchForm>
  );
}
