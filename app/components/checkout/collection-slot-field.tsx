import type { FieldSource } from "#app/components/ui/field-source.ts";
import { SelectField } from "#app/components/ui/fields.tsx";
import { slotDay, slotTime } from "#server/checkout/collection-slots.ts";

/** The half hours in which an order can be collected, grouped by their days. */
export function CollectionSlotField({ field, slots }: { field: FieldSource; slots: readonly string[] }) {
  const chosen = field.defaultValue ?? "";
  // It stays in the list when somebody else has taken it meanwhile, so that nothing is chosen in its place.
  const shown = chosen === "" || slots.includes(chosen) ? slots : [...slots, chosen].sort();
  const options = [
    { value: "", label: "Choose a time" },
    ...shown.map((slot) => ({ value: slot, label: slotTime(slot), group: slotDay(slot) })),
  ];
  return (
    <SelectField
      label="When you collect"
      field={field}
      // A browser would refuse to send the form over a field that nobody sees; the server asks for it.
      required={false}
      options={options}
      {...(slots.length === 0 ? { hint: "No time is free at the moment: please choose delivery." } : {})}
    />
  );
}
