import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { batchesText, kilogramsText } from "#server/batches/batch-figures.ts";
import type { BatchProposal } from "#server/batches/batch-papers.ts";

interface BatchChoiceProps {
  /** Of the line's fields. */
  name: string;
  productName: string;
  batches: BatchProposal;
  errors: string[] | undefined;
}

/** Which batch a line comes from: the oldest first, until somebody takes another off the shelf. */
export function BatchChoice({ name, productName, batches, errors }: BatchChoiceProps) {
  const { choices, proposed, needsWeight, refusal } = batches;
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3 pb-3 pl-4">
      {refusal && <p className="font-medium text-clay">{refusal}</p>}
      {choices.length > 0 && (
        <SelectField
          label={`Batch of ${productName}`}
          name={`${name}.batch`}
          defaultValue=""
          // The note that was printed before names the batches of the first choice.
          {...(choices.length > 1 && {
            hint: "If you take another batch, print the delivery note again once the parcel has gone.",
          })}
          options={[
            {
              value: "",
              label: proposed.length > 0 ? `Oldest first: ${batchesText(proposed)}` : "Oldest first",
            },
            ...choices.map(({ code, gramsLeft }) => ({
              value: code,
              label: `${code}, ${kilogramsText(gramsLeft)} left`,
            })),
          ]}
        />
      )}
      {needsWeight && (
        <TextField
          label={`Kilograms of ${productName}`}
          name={`${name}.kilograms`}
          hint="Nobody has said what a pack weighs: weigh what goes into this parcel, without packaging."
          inputMode="decimal"
          autoComplete="off"
          errors={errors}
        />
      )}
    </div>
  );
}
