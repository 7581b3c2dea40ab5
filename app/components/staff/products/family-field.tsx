import { useDeferredValue, useState } from "react";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { TextField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";

interface FamilyFieldProps {
  label: string;
  field: FieldSource;
  typed: string;
}

/** A family of packs: one that there is, proposed while somebody types, or a new name. */
export function FamilyField({ label, field, typed }: FamilyFieldProps) {
  const [visited, setVisited] = useState(false);
  const search = useDeferredValue(typed.trim());
  const found = trpc.products.families.useQuery(
    { search },
    { enabled: visited, placeholderData: (known) => known },
  );
  const listId = `${field.id}-known`;
  return (
    <>
      <TextField
        label={label}
        field={field}
        list={listId}
        autoComplete="off"
        hint="Packs of one name are shown as sizes of one thing."
        onFocus={() => setVisited(true)}
      />
      <datalist id={listId}>
        {(found.data ?? []).map((family) => (
          <option key={family} value={family} />
        ))}
      </datalist>
    </>
  );
}
