import { Card } from "#app/components/ui/card.tsx";
import { FieldError, type FieldSource, SelectField } from "#app/components/ui/fields.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { slotDay, slotTime } from "#server/checkout/collection-slots.ts";
import { COLLECTION } from "#server/checkout/delivery-choice.ts";
import type { Pence } from "#server/pricing/money.ts";

/** A way in which the goods can reach the buyer. */
interface DeliveryOption {
  id: string;
  label: string;
  /** Null while it is not known yet. */
  price: Pence | null;
}

interface DeliveryChoiceFieldsProps {
  fields: { deliveryOption: FieldSource; collectionSlot: FieldSource };
  options: readonly DeliveryOption[];
  /** The option that counts while none was chosen, or one that is not offered any more. */
  chosen: string;
  /** The half hours in which there is a place, as ISO moments. */
  slots: readonly string[];
  /** From where is collected. */
  yard: string;
}

/** How the goods come: one of the options, and for a collection when. Radios, so that it needs no JavaScript. */
export function DeliveryChoiceFields({ fields, options, chosen, slots, yard }: DeliveryChoiceFieldsProps) {
  const money = useStoreMoney();
  const { deliveryOption, collectionSlot } = fields;
  const errors = deliveryOption.errors;
  return (
    <Card role="group" aria-labelledby="delivery-choice" className="group/delivery">
      <h2 id="delivery-choice" className="text-xl">
        How your order reaches you
      </h2>
      <div
        role="radiogroup"
        aria-labelledby="delivery-choice"
        aria-describedby={errors ? `${deliveryOption.id}-error` : undefined}
        className="mt-4 grid gap-3"
      >
        {options.map(({ id, label, price }) => (
          <label
            key={id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg border border-line-strong px-4 py-2 has-checked:border-moss has-checked:bg-moss-soft"
          >
            <input
              type="radio"
              name={deliveryOption.name}
              value={id}
              defaultChecked={id === chosen}
              className="size-5"
            />
            <span className="flex-1 font-medium">{label}</span>
            {price !== null && <span className="tabular-nums">{price === 0 ? "Free" : money(price)}</span>}
          </label>
        ))}
      </div>
      <FieldError id={`${deliveryOption.id}-error`} errors={errors} />
      {options.some(({ id }) => id === COLLECTION) && (
        // Hidden by the style sheet alone, so that it works without JavaScript.
        <div className="mt-5 hidden group-has-[input[value=collection]:checked]/delivery:block">
          <p className="mb-4 text-ink-soft">From {yard}. We email you a code when it is ready.</p>
          <CollectionSlotField field={collectionSlot} slots={slots} />
        </div>
      )}
    </Card>
  );
}

/** The half hours in which an order can be collected, grouped by their days. */
function CollectionSlotField({ field, slots }: { field: FieldSource; slots: readonly string[] }) {
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
