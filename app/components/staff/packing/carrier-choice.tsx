import { useId } from "react";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { FieldError, TextField } from "#app/components/ui/fields.tsx";
import { carrierNames, OTHER_CARRIER } from "#server/settings/carriers.ts";

interface CarrierChoiceProps {
  /** Chosen from the start; null where nobody can guess. */
  likely: string | null;
}

/** Who takes it: a tap for the usual carriers, a field for any other. */
export function CarrierChoice({ likely }: CarrierChoiceProps) {
  const { errors } = useFieldsOfForm()("carrier");
  const errorId = useId();
  const isOther = likely !== null && !carrierNames.includes(likely);
  return (
    <fieldset className="group grid gap-2" aria-describedby={errors ? errorId : undefined}>
      <legend className="mb-2 text-lg font-medium">Carrier</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {carrierNames.map((name) => (
          <CarrierOption key={name} value={name} label={name} isChosen={likely === name} />
        ))}
        <CarrierOption value={OTHER_CARRIER} label="Another" isChosen={isOther} />
      </div>
      {/* The empty value is that of “Another”. */}
      <div className="hidden group-has-[[value='']:checked]:block">
        <TextField
          label="Name of the carrier"
          name="otherCarrier"
          maxLength={100}
          autoComplete="off"
          defaultValue={isOther ? likely : ""}
        />
      </div>
      <FieldError id={errorId} errors={errors} />
    </fieldset>
  );
}

function CarrierOption({ value, label, isChosen }: { value: string; label: string; isChosen: boolean }) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-lg border border-line-strong px-3 has-checked:border-moss has-checked:bg-moss-soft">
      <input
        type="radio"
        name="carrier"
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-moss"
      />
      {label}
    </label>
  );
}
