import type { z } from "zod";
import { CountryField } from "#app/components/checkout/country-field.tsx";
import { type FieldSource, TextField } from "#app/components/ui/fields.tsx";
import type { dashboardProfileFormSchema } from "#server/accounts/account.schema.ts";
import { CodeField, PasswordField } from "./account-fields.tsx";

interface ProfileFieldsProps {
  fields: Record<keyof z.output<typeof dashboardProfileFormSchema>, FieldSource>;
  /** A new address that is not confirmed yet. */
  pendingEmail: string | null;
  /** Whether signing in asks for a code. */
  twoFactor: boolean;
}

/** Name and address, as both profile forms ask for them. */
export function ProfileFields({ fields, pendingEmail, twoFactor }: ProfileFieldsProps) {
  const { name, email, phone, address, city, postcode, country, companyName } = fields;
  const { currentPassword, code } = fields;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField label="Full Name" field={name} autoComplete="name" className="sm:self-end" />
      <TextField
        label="Email"
        field={email}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={
          pendingEmail
            ? `${pendingEmail} takes effect once you follow the link we sent there.`
            : "A new address takes effect once you confirm it."
        }
      />
      <TextField label="Phone" field={phone} type="tel" autoComplete="tel" />
      <TextField label="Company" field={companyName} autoComplete="organization" />
      <TextField label="Address" field={address} autoComplete="address-line1" className="sm:col-span-2" />
      <TextField label="City" field={city} autoComplete="address-level2" />
      <TextField label="Postcode" field={postcode} autoComplete="postal-code" />
      <CountryField label="Country" field={country} autoComplete="country-name" className="sm:col-span-2" />
      <fieldset className="grid items-start gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
        <legend className="float-left text-ink-soft sm:col-span-2">Only for a new email address:</legend>
        <PasswordField label="Current Password" field={currentPassword} autoComplete="current-password" />
        {twoFactor && <CodeField field={code} />}
      </fieldset>
    </div>
  );
}
