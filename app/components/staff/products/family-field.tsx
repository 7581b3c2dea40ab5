import { type ComponentProps, useDeferredValue, useState } from "react";
import { TextField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";

interface FamilyFieldProps extends Pick<ComponentProps<typeof TextField>, "label" | "field" | "errors"> {
  typed: string;
}

/** A family of packs: one that there is, proposed while somebody types, or a new name. */
export function FamilyField({ typed, field, ...shown }: FamilyFieldProps) {
  const [visited, setVisited] = useState(false);
  const search = useDeferredValue(typed.trim());
  const found = trpc.products.families.useQuery(
    { search },
    { enabled: visited, placeholderData: (known) => known },
  );
  const listId = `${field?.id}-known`;
  return (
    <>
      <TextField
        {...shown}
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
