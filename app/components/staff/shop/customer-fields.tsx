import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { type DraftCustomer, nobody } from "./order-draft.ts";

interface CustomerFieldsProps {
  customer: DraftCustomer;
  /** Where somebody known is found. */
  find: ReactNode;
  onChange: (customer: DraftCustomer) => void;
  /** What is wrong with a field, by its name. */
  errorsOf: (name: string) => string[] | undefined;
}

/** Who buys: somebody found, whose details can still be changed for this order, or somebody new. */
export function CustomerFields({ customer, find, onChange, errorsOf }: CustomerFieldsProps) {
  const changeOf = (part: keyof DraftCustomer) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...customer, [part]: event.currentTarget.value });
  const wrongCustomer = errorsOf("customerId");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-lg font-medium">Customer</legend>
      {find}
      {customer.id !== null && (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken px-4 py-2 text-sm">
          The order goes to the account of {customer.name || customer.email}.
          <Button type="button" variant="secondary" size="small" onClick={() => onChange(nobody)}>
            Somebody else
          </Button>
        </p>
      )}
      {wrongCustomer && <p className="text-sm font-medium text-clay">{wrongCustomer.join(" ")}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="customerName"
          required
          maxLength={200}
          autoComplete="off"
          value={customer.name}
          onChange={changeOf("name")}
          errors={errorsOf("customerName")}
        />
        <TextField
          label="Email"
          name="customerEmail"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          value={customer.email}
          onChange={changeOf("email")}
          errors={errorsOf("customerEmail")}
        />
        <TextField
          label="Phone"
          name="customerPhone"
          type="tel"
          maxLength={50}
          autoComplete="off"
          value={customer.phone}
          onChange={changeOf("phone")}
          errors={errorsOf("customerPhone")}
        />
        <TextareaField
          label="Address"
          name="customerAddress"
          required
          rows={2}
          maxLength={1000}
          autoComplete="off"
          value={customer.address}
          onChange={changeOf("address")}
          errors={errorsOf("customerAddress")}
        />
      </div>
    </fieldset>
  );
}
