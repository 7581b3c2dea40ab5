import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { biocharUses, useWords } from "#server/evidence/biochar-uses.ts";
import { evidenceCommands } from "#server/evidence/evidence-commands.ts";
import { fieldRulesOf } from "#server/http/field-rules.ts";
import { showDone } from "../form-texts.ts";

const { name: intent, input, permission } = evidenceCommands.recordWeighbridge;

/** Writes down the tickets of a weighbridge, the best evidence there is. */
export function WeighbridgeForm({ answer }: { answer: RefusedForm | undefined }) {
  const mayRecord = useMay(permission);
  const utils = trpc.useUtils();
  const record = trpc.evidence.recordWeighbridge.useMutation({
    onSuccess: () => {
      showDone(evidenceCommands.recordWeighbridge, undefined);
      void utils.evidence.report.invalidate();
    },
  });
  const cameBack = answer?.intent === intent ? answer : undefined;
  const [form, fields] = useCheckedForm({
    lastResult: cameBack?.result,
    rules: fieldRulesOf(input),
    schema: input,
    send: (value) => record.mutate(value),
  });
  if (!mayRecord) return null;
  const refusal = record.error
    ? serverMessage(record.error, "The weighbridge was not recorded")
    : cameBack?.refusal;
  return (
    <details open={Boolean(cameBack)} className="rounded-lg border border-line bg-surface p-4">
      <summary className="cursor-pointer font-medium">Record a weighbridge</summary>
      <CheckedForm
        form={form}
        action="/admin?tab=evidence"
        aria-label="Weighbridge"
        preventScrollReset
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value={intent} />
        {refusal && <Notice tone="error" title={refusal} className="sm:col-span-2" />}
        <TextField label="Order number" field={fields.invoiceNumber} hint="Such as INV-1764000000000." />
        <SelectField
          label="Use"
          field={fields.use}
          options={biocharUses.map((use) => ({ value: use, label: useWords[use].choice }))}
        />
        <TextField label="First half of the postcode" field={fields.outwardCode} />
        <TextField label="Day" field={fields.appliedOn} type="date" />
        <TextField label="Lorry on arrival, kg" field={fields.truckArrivalKilograms} inputMode="numeric" />
        <TextField
          label="Lorry on departure, kg"
          field={fields.truckDepartureKilograms}
          inputMode="numeric"
        />
        <TextField
          label="Application rate, kg per hectare"
          field={fields.applicationRate}
          inputMode="numeric"
        />
        <TextField label="Registry’s id of the batch" field={fields.productionBatchId} hint="Such as ptb_…" />
        <TextField label="Registry’s id of the place" field={fields.storageSiteId} hint="Such as slc_…" />
        <Button variant="secondary" size="small" pending={record.isPending} className="w-fit self-end">
          Record weighbridge
        </Button>
      </CheckedForm>
    </details>
  );
}
