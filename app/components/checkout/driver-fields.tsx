import { Card } from "#app/components/ui/card.tsx";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { accessKindNames, accessKinds } from "#server/checkout/delivery-choice.ts";

type DriverField = Extract<keyof CheckoutForm, `driver${string}`>;

const choices = [
  { value: "", label: "Choose…" },
  ...accessKindNames.map((kind) => ({ value: kind, label: accessKinds[kind] })),
];

/** What the driver of a pallet or a bulk bag has to know. Hidden by the style sheet where the goods are collected. */
export function DriverFields({ fields }: { fields: { [Name in DriverField]: FieldSource } }) {
  return (
    <Card
      role="group"
      aria-labelledby="driver-questions"
      className="group-has-[input[value=collection]:checked]:hidden"
    >
      <h2 id="driver-questions" className="text-xl">
        For the driver
      </h2>
      <p className="mt-2 text-ink-soft">
        Part of your order is heavy and comes on a lorry. These answers go to its driver.
      </p>
      <input type="hidden" name="driverAsked" value="on" />
      <div className="mt-4 grid gap-4">
        {/* Not marked as required: a browser would refuse to send the form over a field that nobody sees. */}
        <SelectField
          label="What can reach you"
          field={fields.driverAccess}
          required={false}
          options={choices}
        />
        <CheckboxField label="The lorry must bring a tail lift" field={fields.driverTailLift} />
        <CheckboxField label="There is a forklift on the spot" field={fields.driverForklift} />
        <CheckboxField label="Somebody will be there" field={fields.driverSomebodyThere} />
        <TextField
          label="Days that do not suit (optional)"
          field={fields.driverBadDays}
          hint="Such as market days or holidays."
        />
      </div>
    </Card>
  );
}
