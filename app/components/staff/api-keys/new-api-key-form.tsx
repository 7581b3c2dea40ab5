import { useNavigation } from "@remix-run/react";
import { PasswordField } from "#app/components/account/account-fields.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { type Capability, capabilityWords } from "#server/access/capabilities.ts";
import {
  type ApiKeyFormResult,
  apiKeyCommands,
  apiKeyLifetimes,
  grantablePermissions,
} from "#server/api-keys/api-key.schema.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";

const lifetimeLabels: Record<(typeof apiKeyLifetimes)[number], string> = {
  30: "30 days",
  90: "90 days",
  365: "One year",
};

/** Name, permissions, an end, and who makes it. */
export function NewApiKeyForm({ answer }: { answer: ApiKeyFormResult | undefined }) {
  const making = useNavigation().formData?.get("intent") === apiKeyCommands.create.name;
  const [form, { name, permissions, days, password, code }] = useCheckedForm({
    id: "new-api-key",
    lastResult: answer?.result,
    defaultValue: { days: "90" },
    rules: fieldRulesOf(apiKeyCommands.create.input),
    schema: apiKeyCommands.create.input,
  });
  return (
    <Card className="grid gap-5">
      <h3 className="text-lg">Make a key</h3>
      <CheckedForm form={form} action="/admin?tab=api-keys" className="grid gap-5">
        <input type="hidden" name="intent" value={apiKeyCommands.create.name} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            field={name}
            hint="What the script does. The audit shows it."
            autoComplete="off"
          />
          <SelectField
            label="Expires after"
            field={days}
            options={apiKeyLifetimes.map((value) => ({ value: String(value), label: lifetimeLabels[value] }))}
          />
        </div>
        <Permissions
          chosen={chosenIn(answer?.result.initialValue?.permissions)}
          errors={permissions.errors}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField label="Current Password" field={password} autoComplete="current-password" />
          <TextField
            label="Code"
            field={code}
            hint="Of your app, or a recovery code; only if you sign in with one."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Button pending={making} pendingLabel="Making..." className="justify-self-start">
          Make key
        </Button>
      </CheckedForm>
    </Card>
  );
}

function Permissions({ chosen, errors }: { chosen: string[]; errors: string[] | undefined }) {
  return (
    <fieldset aria-describedby={errors ? "api-key-permissions-error" : undefined} className="grid gap-3">
      <legend className="text-sm font-medium">Permissions</legend>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {subjects.map((subject) => (
          <fieldset key={subject} className="grid content-start gap-2 rounded-lg border border-line p-4">
            <legend className="px-1 text-sm font-medium">{subjectTitle(subject)}</legend>
            {grantablePermissions
              .filter((capability) => subjectOf(capability) === subject)
              .map((capability) => (
                <CheckboxField
                  key={capability}
                  id={`api-key-${capability.replace(".", "-")}`}
                  label={capabilityWords(capability)}
                  hint={capability}
                  name="permissions"
                  value={capability}
                  defaultChecked={chosen.includes(capability)}
                />
              ))}
          </fieldset>
        ))}
      </div>
      <FieldError id="api-key-permissions-error" errors={errors} />
    </fieldset>
  );
}

/** "failedOrders.view" → "failedOrders" */
function subjectOf(capability: Capability): string {
  return capability.slice(0, capability.indexOf("."));
}

/** "failedOrders" → "Failed orders" */
function subjectTitle(subject: string): string {
  const words = subject.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words === "api keys" ? "API keys" : words.charAt(0).toUpperCase() + words.slice(1);
}

const subjects = [...new Set(grantablePermissions.map(subjectOf))];

/** What was ticked when the form came back. */
function chosenIn(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}
