import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { claimKeys, type Statements } from "#server/settings/claims.ts";
import { statementCommands } from "#server/settings/settings-form.ts";
import { StepForm } from "./opening-steps.tsx";

interface ClaimsFormProps {
  statements: Statements;
  version: number;
}

/** Every figure that the site states, with what it means, its source and when it was last checked. */
export function ClaimsForm({ statements: { claims, retailYears }, version }: ClaimsFormProps) {
  return (
    <StepForm
      command={statementCommands.save}
      version={{ name: "seenVersion", current: version }}
      label="Claims"
      button="Save claims"
      className="grid gap-6"
    >
      {({ field }) => (
        <>
          <ul className="grid gap-6">
            {claimKeys.map((key) => {
              const { figure, says, source, checkedOn } = claims[key];
              return (
                <li key={key}>
                  <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
                    <legend className="float-left w-full font-medium sm:col-span-2">
                      {figure} {says}
                    </legend>
                    <TextField label="Figure" field={field(`claims.${key}.figure`, figure)} />
                    <TextField label="Means" field={field(`claims.${key}.says`, says)} />
                    <TextareaField label="Source" rows={2} field={field(`claims.${key}.source`, source)} />
                    <TextField
                      label="Checked on"
                      type="date"
                      field={field(`claims.${key}.checkedOn`, checkedOn)}
                    />
                  </fieldset>
                </li>
              );
            })}
          </ul>
          <fieldset className="grid gap-4 border-t border-line pt-4">
            <legend className="float-left w-full font-medium">Retail biochar sold by year</legend>
            {retailYears.map(({ year, kg, share }, index) => (
              <div key={year} className="grid gap-4 sm:grid-cols-[4rem_1fr_1fr] sm:items-end">
                <span className="pb-2.5 font-medium tabular-nums">{year}</span>
                <input type="hidden" name={`retailYears[${index}].year`} value={year} />
                <TextField
                  label={`Kilograms in ${year}`}
                  inputMode="numeric"
                  field={field(`retailYears[${index}].kg`, kg)}
                />
                <TextField
                  label={`Share of ${year} in %`}
                  inputMode="decimal"
                  field={field(`retailYears[${index}].share`, share)}
                />
              </div>
            ))}
          </fieldset>
        </>
      )}
    </StepForm>
  );
}
