import { FieldError, TextField } from "#app/components/ui/fields.tsx";
import { type BiocharUse, biocharUses, NOT_BURNT, useWords } from "#server/statements/biochar-use.ts";

interface UseChoiceProps {
  use: BiocharUse | string | null;
  usedAs: string;
  errors: Record<string, string[]>;
}

/** What the biochar is for: one choice, and words for something else. */
export function UseChoice({ use, usedAs, errors }: UseChoiceProps) {
  return (
    <>
      <fieldset aria-describedby={errors.use ? "use-error" : undefined} className="grid gap-1">
        <legend className="mb-2 font-medium">
          What will you use it for? <span className="font-normal text-ink-soft">{NOT_BURNT}</span>
        </legend>
        {biocharUses.map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="use"
              value={each}
              defaultChecked={each === use}
              className="size-6 shrink-0"
            />
            {useWords[each].choice}
          </label>
        ))}
        <FieldError id="use-error" {...(errors.use ? { errors: errors.use } : {})} />
      </fieldset>
      <TextField
        label="If something else: what?"
        name="usedAs"
        maxLength={200}
        defaultValue={usedAs}
        {...(errors.usedAs ? { errors: errors.usedAs } : {})}
      />
    </>
  );
}
