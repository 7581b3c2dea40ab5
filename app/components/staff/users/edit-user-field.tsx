import type { ComponentProps } from "react";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { labelIn } from "#server/pricing/money.ts";
import type { EditField } from "./edit-fields.ts";

/** One of the lists that staff made. A list that is not known yet is shown by its code. */
function TradeListField(props: Omit<ComponentProps<typeof SelectField>, "options">) {
  const { data: lists = [] } = trpc.prices.lists.useQuery();
  const options = [
    { value: "", label: "None: everybody's prices" },
    ...lists.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return <SelectField {...props} options={options} />;
}

interface EditUserFieldProps {
  of: EditField;
  field: FieldSource;
  /** What the server found wrong with it. */
  refused: string[] | undefined;
  hint: string | undefined;
}

const inputs = {
  text: { type: "text" },
  email: { type: "email", inputMode: "email" },
  tel: { type: "tel" },
  count: { type: "text", inputMode: "numeric" },
  decimal: { type: "text", inputMode: "decimal" },
  pounds: { type: "text", inputMode: "decimal" },
} as const;

/** One field of the edit dialog. */
export function EditUserField({ of, field, refused, hint }: EditUserFieldProps) {
  const { label, kind, wide, choices } = of;
  const currency = useStoreCurrency();
  const common = {
    label: kind === "pounds" ? labelIn(label, currency) : label,
    field,
    errors: field.errors ?? refused,
    ...(hint ? { hint } : {}),
    ...(wide ? { className: "sm:col-span-2" } : {}),
  };
  switch (kind) {
    case "yes-no":
      return <CheckboxField {...common} className="self-start" />;
    case "choice":
      return <SelectField {...common} options={choices ?? []} />;
    case "trade-list":
      return <TradeListField {...common} />;
    case "country":
      return <CountryField {...common} autoComplete="off" />;
    case "long":
      return <TextareaField {...common} rows={3} />;
    default:
      return <TextField {...common} {...inputs[kind]} autoComplete="off" />;
  }
}
