import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import { claimKeys, type Statements } from "#server/settings/claims.ts";
import { statementCommands } from "#server/settings/statements-form.ts";

const { name: intent } = statementCommands.save;

interface ClaimsFormProps {
  statements: Statements;
  version: number;
  answer: RefusedForm | undefined;
}

/** Every figure that the site states, with what it means, its source and when it was last checked. */
export function ClaimsForm({ statements: { claims, retailYears }, version, answer }: ClaimsFormProps) {
  const sending = useNavigation().formData?.get("intent") === intent;
  const cameBack = answer?.intent === intent ? answer : undefined;
  const fieldOf = (name: string, saved: string | number) => ({
    name,
    defaultValue: typedIn(cameBack, name) ?? String(saved),
    errors: cameBack?.result.error?.[name] ?? undefined,
  });
  return (
    <Form method="post" action="/admin/opening?step=claims" aria-label="Claims" className="grid gap-6">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="seenVersion" value={version} />
      {cameBack && (
        <Notice
          tone="error"
          title={cameBack.refusal ?? "Nothing was saved: some fields need another look."}
        />
      )}
      <ul className="grid gap-6">
        {claimKeys.map((key) => {
          const { figure, says, source, checkedOn } = claims[key];
          const field = (name: string, saved: string) => fieldOf(`claims.${key}.${name}`, saved);
          return (
            <li key={key}>
              <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
                <legend className="float-left w-full font-medium sm:col-span-2">
                  {figure} {says}
                </legend>
                <TextField label="Figure" {...field("figure", figure)} />
                <TextField label="Means" {...field("says", says)} />
                <TextareaField label="Source" rows={2} {...field("source", source)} />
                <TextField label="Checked on" type="date" {...field("checkedOn", checkedOn)} />
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
              {...fieldOf(`retailYears[${index}].kg`, kg)}
            />
            <TextField
              label={`Share of ${year} in %`}
              inputMode="decimal"
              {...fieldOf(`retailYears[${index}].share`, share)}
            />
          </div>
        ))}
      </fieldset>
      <Button className="justify-self-start" pending={sending}>
        Save claims
      </Button>
    </Form>
  );
}

/** What a form that came back has in a field; conform keeps it as it was sent, in objects and lists. */
function typedIn(cameBack: RefusedForm | undefined, name: string): string | undefined {
  let value: unknown = cameBack?.result.initialValue;
  for (const part of name.split(/[.[\]]+/).filter(Boolean)) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  }
  return typeof value === "string" ? value : undefined;
}
