import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { ProfileForm } from "#server/accounts/account.schema.ts";
import type { OwnProfile } from "#server/accounts/own-profile.server.ts";
import {
  choiceLabel,
  contactMethods,
  customerTypes,
  MARKETING_CONSENT_WORDING,
} from "#server/accounts/user-view.ts";
import type { FieldRules } from "#server/core/parse-form.ts";
import { touchedOnly } from "#server/core/touched-fields.ts";
import { ProfileFields } from "./profile-fields.tsx";

interface ProfileTabProps {
  profile: OwnProfile;
  rules: FieldRules<keyof ProfileForm>;
  pendingEmail: string | null;
  twoFactor: boolean;
  lastResult: SubmissionResult | undefined;
}

/** What people may change in their own profile. */
export function ProfileTab({ profile, rules, pendingEmail, twoFactor, lastResult }: ProfileTabProps) {
  const saving = useNavigation().formData?.get("intent") === "profile";
  const [form, fields] = useCheckedForm({
    id: "profile",
    rules,
    fetchSchema: async () => {
      const { profileFormSchema } = await import("#server/accounts/account.schema.ts");
      return touchedOnly(profileFormSchema, profile);
    },
    lastResult,
    defaultValue: profile,
  });
  return (
    <CheckedForm form={form} className="grid gap-6">
      <input type="hidden" name="intent" value="profile" />
      <Card className="grid gap-5">
        <h2 className="text-xl">Profile</h2>
        <ProfileFields fields={fields} pendingEmail={pendingEmail} twoFactor={twoFactor} />
      </Card>
      <Card className="grid gap-5">
        <h2 className="text-xl">About your growing or business</h2>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField
            label="Customer type"
            field={fields.customerType}
            options={customerTypes.map((value) => ({ value, label: choiceLabel(value) }))}
          />
          <TextField label="Industry" field={fields.industry} />
          <TextField label="Land size (hectares)" field={fields.landSize} inputMode="decimal" />
          <TextField
            label="Carbon reduction target (%)"
            field={fields.carbomReductionTarget}
            inputMode="decimal"
          />
          <TextField label="Crop types" field={fields.cropTypes} />
          <TextField label="Biochar applications" field={fields.biocharApplications} />
          <TextareaField
            label="Sustainability goals"
            field={fields.sustainabilityGoals}
            className="sm:col-span-2"
          />
        </div>
      </Card>
      <Card className="grid gap-5">
        <h2 className="text-xl">Preferences</h2>
        <SelectField
          label="Preferred contact method"
          field={fields.preferredContactMethod}
          options={[
            { value: "", label: "No preference" },
            ...contactMethods.map((value) => ({ value, label: choiceLabel(value) })),
          ]}
        />
        <CheckboxField label={MARKETING_CONSENT_WORDING} field={fields.emailOptIn} />
        <CheckboxField label="Text me about new products, research and offers." field={fields.smsOptIn} />
        <CheckboxField
          label="Show me on the community leaderboard"
          hint="With initials and town only, never your name or address."
          field={fields.showOnLeaderboard}
        />
      </Card>
      <Button pending={saving} pendingLabel="Saving..." className="justify-self-start">
        Save Changes
      </Button>
    </CheckedForm>
  );
}
