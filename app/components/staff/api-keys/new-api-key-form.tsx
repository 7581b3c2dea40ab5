import { PasswordField } from "#app/components/account/account-fields.tsx";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import {
  apiKeyCommands,
  apiKeyLifetimes,
  grantablePermissions,
  type MadeKey,
} from "#server/api-keys/api-key.schema.ts";
import { type Capability, capabilityWords } from "#server/core/capabilities.ts";

const lifetimeLabels: Record<(typeof apiKeyLifetimes)[number], string> = {
  30: "30 days",
  90: "90 days",
  365: "One year",
};

/** Name, permissions, an end, and who makes it. */
export function NewApiKeyForm({ onMade }: { onMade: (made: MadeKey) => void }) {
  return (
    <Card className="grid gap-5">
      <h3 className="text-lg">Make a key</h3>
      <CommandForm command={apiKeyCommands.create} label="Make a key" onDone={onMade} className="grid gap-5">
        {({ field, submit }) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label="Name"
                field={field("name")}
                hint="What the script does. The audit shows it."
                autoComplete="off"
              />
              <SelectField
                label="Expires after"
                field={field("days", 90)}
                options={apiKeyLifetimes.map((days) => ({
                  value: String(days),
                  label: lifetimeLabels[days],
                }))}
              />
            </div>
            <Permissions errors={field("permissions").errors} />
            <div className="grid gap-5 sm:grid-cols-2">
              <PasswordField
                label="Current Password"
                field={field("password")}
                autoComplete="current-password"
              />
              <TextField
                label="Code"
                field={field("code")}
                hint="Of your app, or a recovery code; only if you sign in with one."
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
              />
            </div>
            <Button {...submit} pendingLabel="Making..." className="justify-self-start">
              Make key
            </Button>
          </>
        )}
      </CommandForm>
    </Card>
  );
}

function Permissions({ errors }: { errors: string[] | undefined }) {
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
