import { type FormEvent, useRef } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { type FieldSource, SelectField, TextField } from "#app/components/ui/fields.tsx";
import {
  countryOptionOf,
  countryOptions,
  OTHER_COUNTRY,
  optionsOf,
} from "#server/checkout/country-options.ts";

interface CountryFieldProps {
  label: string;
  field: FieldSource;
  errors?: string[] | undefined;
  hint?: string;
  autoComplete?: string;
  className?: string;
}

const options = [
  ...countryOptions.map((country) => ({ value: country, label: country })),
  { value: OTHER_COUNTRY, label: "Other" },
];

/** The list of a country field, where what is wrong with it stands, by the id of its text field. */
export function countryListId(fieldId: string): string {
  return `${fieldId}-option`;
}

/**
 * A country: a list, whose last option opens a text field for any other. The text field has the form's value. Choosing
 * an option fills it in; without JavaScript the server does (`withChosenCountries`), and the style sheet alone opens it.
 * What is wrong stands below the list, which is always there.
 */
export function CountryField({ label, field, errors, hint, className, autoComplete }: CountryFieldProps) {
  const { autoFocus = false } = field;
  const id = countryListId(field.id);
  const other = useRef<HTMLDivElement>(null);
  const option = countryOptionOf(field.defaultValue ?? "");
  const wrong = errors ?? field.errors ?? [];

  const fillIn = ({ currentTarget: { value } }: FormEvent<HTMLSelectElement>) => {
    const text = other.current?.querySelector("input");
    if (!text) return;
    text.value = value === OTHER_COUNTRY ? "" : value;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    if (value === OTHER_COUNTRY) requestAnimationFrame(() => text.focus());
  };

  return (
    <div className={classNames("group/country grid gap-4", className)}>
      <SelectField
        label={label}
        id={id}
        name={optionsOf(field.name)}
        defaultValue={option}
        options={options}
        autoComplete={autoComplete}
        autoFocus={autoFocus && option !== OTHER_COUNTRY}
        onInput={fillIn}
        errors={wrong}
        hint={hint}
      />
      <div ref={other} className="hidden group-has-[option[value=other]:checked]/country:block">
        <TextField
          label={`${label}: which?`}
          field={field}
          autoComplete="off"
          autoFocus={autoFocus && option === OTHER_COUNTRY}
          errors={[]}
          aria-describedby={wrong.length > 0 ? `${id}-error` : undefined}
        />
      </div>
    </div>
  );
}
