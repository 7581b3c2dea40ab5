import { useNavigate } from "@remix-run/react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { batchCommands } from "#server/batches/batch-commands.ts";

interface NewBatchFormProps {
  products: readonly { id: number; name: string }[];
}

export function NewBatchForm({ products }: NewBatchFormProps) {
  const navigate = useNavigate();
  return (
    <CommandForm
      command={batchCommands.create}
      button="Enter the batch"
      onDone={({ code }) => navigate(`/admin/batches/${encodeURIComponent(code)}`)}
    >
      {({ field }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Code"
            field={field("code")}
            hint="As the label has it, such as 2026-11-A."
            autoComplete="off"
            maxLength={20}
          />
          <SelectField
            label="Product"
            field={field("productId")}
            options={[
              { value: "", label: "Choose…" },
              ...products.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <TextField label="Made on" field={field("madeOn")} type="date" />
          <TextField label="Kilograms made" field={field("kilogramsMade")} inputMode="decimal" />
          <TextField
            label="Feedstock"
            field={field("feedstock")}
            hint="Such as hardwood forestry residues."
            maxLength={200}
          />
          <TextField label="Where it grew" field={field("feedstockOrigin")} maxLength={200} />
          <TextField label="Kiln temperature in °C" field={field("kilnCelsius")} inputMode="numeric" />
        </div>
      )}
    </CommandForm>
  );
}
