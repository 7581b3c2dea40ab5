import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { biocharUses, useWords } from "#server/statements/biochar-use.ts";
import { evidenceCommands } from "#server/statements/evidence-commands.ts";

/** Writes down the tickets of a weighbridge, the best evidence there is. */
export function WeighbridgeForm() {
  if (!useMay(evidenceCommands.recordWeighbridge.permission)) return null;
  return (
    <details className="rounded-lg border border-line bg-surface p-4">
      <summary className="cursor-pointer font-medium">Record a weighbridge</summary>
      <CommandForm
        command={evidenceCommands.recordWeighbridge}
        label="Weighbridge"
        className="mt-4 grid gap-4 sm:grid-cols-2"
      >
        {({ field, submit }) => (
          <>
            <TextField
              label="Order number"
              field={field("invoiceNumber")}
              hint="Such as INV-1764000000000."
            />
            <SelectField
              label="Use"
              field={field("use")}
              options={biocharUses.map((use) => ({ value: use, label: useWords[use].choice }))}
            />
            <TextField label="First half of the postcode" field={field("outwardCode")} />
            <TextField label="Day" field={field("appliedOn")} type="date" />
            <TextField
              label="Lorry on arrival, kg"
              field={field("truckArrivalKilograms")}
              inputMode="numeric"
            />
            <TextField
              label="Lorry on departure, kg"
              field={field("truckDepartureKilograms")}
              inputMode="numeric"
            />
            <TextField
              label="Application rate, kg per hectare"
              field={field("applicationRate")}
              inputMode="numeric"
            />
            <TextField
              label="Registry’s id of the batch"
              field={field("productionBatchId")}
              hint="Such as ptb_…"
            />
            <TextField
              label="Registry’s id of the place"
              field={field("storageSiteId")}
              hint="Such as slc_…"
            />
            <Button variant="secondary" size="small" {...submit} className="w-fit self-end">
              Record weighbridge
            </Button>
          </>
        )}
      </CommandForm>
    </details>
  );
}
