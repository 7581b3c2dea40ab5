import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { batchCommands } from "#server/batches/batch-commands.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { BatchForm, cameBack } from "./batch-form.tsx";

interface NewBatchFormProps {
  products: readonly { id: number; name: string }[];
  answer: RefusedForm | undefined;
}

export function NewBatchForm({ products, answer }: NewBatchFormProps) {
  const { typed, errors } = cameBack(answer, batchCommands.create);
  const field = (name: string) => ({ name, defaultValue: typed(name), errors: errors(name) });
  return (
    <BatchForm
      command={batchCommands.create}
      action="/admin/batches"
      answer={answer}
      button="Enter the batch"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Code"
          {...field("code")}
          hint="As the label has it, such as 2026-11-A."
          autoComplete="off"
          maxLength={20}
        />
        <SelectField
          label="Product"
          {...field("productId")}
          options={[
            { value: "", label: "Choose…" },
            ...products.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextField label="Made on" {...field("madeOn")} type="date" />
        <TextField label="Kilograms made" {...field("kilogramsMade")} inputMode="decimal" />
        <TextField
          label="Feedstock"
          {...field("feedstock")}
          hint="Such as hardwood forestry residues."
          maxLength={200}
        />
        <TextField label="Where it grew" {...field("feedstockOrigin")} maxLength={200} />
        <TextField label="Kiln temperature in °C" {...field("kilnCelsius")} inputMode="numeric" />
      </div>
    </BatchForm>
  );
}
