import type { ReactNode } from "react";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { Card } from "#app/components/ui/card.tsx";
import {
  CheckboxField,
  FieldError,
  type FieldSource,
  SelectField,
  TextField,
} from "#app/components/ui/fields.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { SOFT_OPT_IN_REFUSAL, SOFT_OPT_IN_WORDING } from "#server/accounts/user-view.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { type PostcodeField, postcodeConfirmations } from "#server/checkout/checkout-form.ts";
import { slotDay, slotTime } from "#server/checkout/collection-slots.ts";
import { accessKindNames, accessKinds, COLLECTION } from "#server/checkout/delivery-choice.ts";
import type { Pence } from "#server/pricing/money.ts";
import { SAMPLE_POSTCODE } from "#server/pricing/postcode.ts";
import type { HomeServed } from "#server/pricing/served-places.ts";
import type { PostcodeQuestion } from "./form-details.ts";

type Fields = { [Name in keyof CheckoutForm]: FieldSource };

interface DetailsFieldsProps {
  fields: Fields;
  /** What express delivery costs, where the owner offers it. */
  express: Pence | null;
  /** What of the United Kingdom the shop delivers to. */
  home: HomeServed | null;
  questions: readonly PostcodeQuestion[];
  /** How the goods come, where the checkout offers a choice. */
  deliveryChoice: ReactNode;
  /** Part of the order comes on a lorry. */
  asksDriver: boolean;
}

const grid = "mt-4 grid items-start gap-4 sm:grid-cols-2";

/**
 * Customer information, billing address and the optional separate shipping address.
 */
export function DetailsFields({
  fields,
  express,
  home,
  questions,
  deliveryChoice,
  asksDriver,
}: DetailsFieldsProps) {
  const money = useStoreMoney();
  return (
    <div className="group flex flex-col gap-6">
      <Card role="group" aria-labelledby="customer-information">
        <h2 id="customer-information" className="text-xl">
          Customer Information
        </h2>
        <div className={grid}>
          <TextField label="First Name" field={fields.firstName} autoComplete="given-name" />
          <TextField label="Last Name" field={fields.lastName} autoComplete="family-name" />
          <TextField label="Email" field={fields.email} type="email" autoComplete="email" inputMode="email" />
          <TextField label="Phone (optional)" field={fields.phone} type="tel" autoComplete="tel" />
        </div>
        {fields.marketingAsked.defaultValue === "on" && (
          <>
            <input type="hidden" name="marketingAsked" value="on" />
            <CheckboxField
              label={SOFT_OPT_IN_REFUSAL}
              hint={SOFT_OPT_IN_WORDING}
              field={fields.marketingRefused}
              className="mt-5"
            />
          </>
        )}
      </Card>
      <Card role="group" aria-labelledby="billing-address">
        <h2 id="billing-address" className="text-xl">
          Billing Address
        </h2>
        <div className={grid}>
          <TextField
            label="Address"
            field={fields.address}
            autoComplete="billing address-line1"
            className="sm:col-span-2"
          />
          <TextField label="City" field={fields.city} autoComplete="billing address-level2" />
          <TextField label="Postcode" field={fields.postcode} autoComplete="billing postal-code" />
          <SuspectPostcode field="postcode" questions={questions} />
          <CountryField
            label="Country"
            field={fields.country}
            autoComplete="billing country-name"
            className="sm:col-span-2"
          />
        </div>
        <CheckboxField
          label="Shipping address is the same as billing address"
          field={fields.sameShipping}
          className="mt-5"
        />
      </Card>
      {/* Hidden by the style sheet alone, so that the checkbox works without JavaScript. Its fields are not marked as
          required, since a browser would refuse to send the form over fields nobody sees; the server asks for them. */}
      <Card
        role="group"
        aria-labelledby="shipping-address"
        className="group-has-[input[name=sameShipping]:checked]:hidden"
      >
        <h2 id="shipping-address" className="text-xl">
          Shipping Address
        </h2>
        <div className={grid}>
          <TextField
            label="Shipping Address"
            field={fields.shippingAddress}
            autoComplete="shipping address-line1"
            className="sm:col-span-2"
          />
          <TextField
            label="Shipping City"
            field={fields.shippingCity}
            autoComplete="shipping address-level2"
          />
          <TextField
            label="Shipping Postcode"
            field={fields.shippingPostcode}
            autoComplete="shipping postal-code"
          />
          <SuspectPostcode field="shippingPostcode" questions={questions} />
          <CountryField
            label="Shipping Country"
            field={fields.shippingCountry}
            autoComplete="shipping country-name"
            className="sm:col-span-2"
          />
        </div>
      </Card>
      {deliveryChoice}
      {asksDriver && <DriverFields fields={fields} />}
      {express !== null && (
        <Card role="group" aria-labelledby="delivery-speed">
          <h2 id="delivery-speed" className="text-xl">
            Delivery
          </h2>
          <CheckboxField
            label={`Express delivery for ${money(express)}`}
            hint={`Inside ${home === "Great Britain" ? home : "the United Kingdom"}: we send it before all others.`}
            field={fields.expressDelivery}
            className="mt-5"
          />
        </Card>
      )}
    </div>
  );
}

interface SuspectPostcodeProps {
  field: PostcodeField;
  questions: readonly PostcodeQuestion[];
}

/** Asks whether the postcode above is right where it does not look so. Ticked, it is taken as it is. */
function SuspectPostcode({ field, questions }: SuspectPostcodeProps) {
  const question = questions.find((each) => each.field === field);
  return (
    <div role="status" className="empty:hidden sm:col-span-2">
      {question && (
        <div className="rounded-lg bg-sunken px-4 py-3">
          <p>
            Is the postcode right? “{question.typed}” does not look like one of the United Kingdom, such as{" "}
            {SAMPLE_POSTCODE}.
          </p>
          {/* Another postcode needs another tick. */}
          <CheckboxField
            key={question.typed}
            label="Yes, it is right"
            name={postcodeConfirmations[field]}
            value={question.typed}
            defaultChecked={question.confirmed}
            className="mt-2"
          />
        </div>
      )}
    </div>
  );
}

type DriverField = Extract<keyof CheckoutForm, `driver${string}`>;

const accessChoices = [
  { value: "", label: "Choose…" },
  ...accessKindNames.map((kind) => ({ value: kind, label: accessKinds[kind] })),
];

/** What the driver of a pallet or a bulk bag has to know. Hidden by the style sheet where the goods are collected. */
function DriverFields({ fields }: { fields: { [Name in DriverField]: FieldSource } }) {
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
          options={accessChoices}
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
