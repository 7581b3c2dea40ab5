import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { addPasskey, type PasskeyError } from "#app/lib/passkey-steps.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { PasskeyView } from "#server/accounts/own-passkeys.server.ts";
import type { FieldRules } from "#server/core/parse-form.ts";
import { CodeField, PasswordField } from "./account-fields.tsx";
import { FactorForm, type FactorRules } from "./two-factor-card.tsx";

interface PasskeysCardProps {
  passkeys: readonly PasskeyView[];
  /** The browser allows them at this address. */
  canAdd: boolean;
  /** The same page at an address where they are allowed, if there is one. */
  addressForPasskeys: string | null;
  /** Two-factor sign-in is on, so the form also asks for its code. */
  asksCode: boolean;
  /** The browser's own name, as the default name of the passkey. */
  device: string;
  rules: FieldRules<"name" | "password" | "code">;
  factorRules: FactorRules;
  /** The refused result of the form that removes a passkey, and of the one that renames it. */
  removal: SubmissionResult | undefined;
  renaming: SubmissionResult | undefined;
}

/** Lists the person's passkeys with their names and dates, a form to add one and a form to remove each. */
export default function PasskeysCard(props: PasskeysCardProps) {
  const { passkeys, canAdd, addressForPasskeys, asksCode, factorRules, rules, removal, renaming } = props;
  const hydrated = useHydrated();
  /** The result of one passkey's form. */
  const resultFor = (result: SubmissionResult | undefined, id: number) =>
    result?.initialValue?.passkeyId === String(id) ? result : undefined;
  return (
    <Card className="grid gap-5">
      <div>
        <h2 className="text-xl">Passkeys</h2>
        <p className="mt-1 text-ink-soft">
          Sign in by the finger, face or PIN of a device instead of password and code. A passkey works on this
          site alone, so nobody can trick you out of it.
        </p>
      </div>
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="grid gap-4">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="grid gap-3 border-t border-line pt-4">
              <div>
                <p className="font-medium break-words">{name}</p>
                <p className="text-sm text-ink-soft">
                  Added {displayDate(createdAt)},{" "}
                  {lastUsedAt ? `last used ${displayDate(lastUsedAt)}` : "not used yet"}
                </p>
              </div>
              <details open={resultFor(renaming, id) !== undefined}>
                <summary className="cursor-pointer text-sm font-medium">
                  Rename<span className="sr-only"> {name}</span>
                </summary>
                <div className="mt-3">
                  {/* A new name resets the form. */}
                  <RenamePasskey
                    key={name}
                    id={id}
                    name={name}
                    rules={rules}
                    lastResult={resultFor(renaming, id)}
                  />
                </div>
              </details>
              <details open={resultFor(removal, id) !== undefined}>
                <summary className="cursor-pointer text-sm font-medium">
                  Remove<span className="sr-only"> {name}</span>
                </summary>
                <div className="mt-3">
                  <FactorForm
                    intent="passkey-remove"
                    subject={{ name: "passkeyId", value: String(id) }}
                    schema={asksCode ? "passwordAndCodeSchema" : "beginTwoFactorSchema"}
                    rules={factorRules}
                    button="Remove this passkey"
                    lastResult={resultFor(removal, id)}
                  />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      {!canAdd && <NotHere address={addressForPasskeys} />}
      {canAdd && hydrated && <NewPasskey {...props} />}
      {canAdd && !hydrated && <p>Adding a passkey needs JavaScript.</p>}
    </Card>
  );
}

interface RenamePasskeyProps {
  id: number;
  name: string;
  rules: FieldRules<"name">;
  lastResult: SubmissionResult | undefined;
}

function RenamePasskey({ id, name, rules, lastResult }: RenamePasskeyProps) {
  const submitted = useNavigation().formData;
  const sending = submitted?.get("intent") === "passkey-rename" && submitted.get("passkeyId") === String(id);
  const [form, fields] = useCheckedForm({
    id: `passkey-rename-${id}`,
    rules: { name: rules.name },
    fetchSchema: async () => (await import("#server/accounts/passkey.schema.ts")).renamePasskeySchema,
    lastResult,
    defaultValue: { name },
  });
  return (
    <CheckedForm form={form} className="grid max-w-md gap-5">
      <input type="hidden" name="intent" value="passkey-rename" />
      <input type="hidden" name="passkeyId" value={id} />
      <TextField label="Name" field={fields.name} autoComplete="off" />
      <Button pending={sending} pendingLabel="Saving..." className="justify-self-start">
        Save the name
      </Button>
    </CheckedForm>
  );
}

/** Browsers tie passkeys to a host name, and offer none at an IP address or without TLS. */
function NotHere({ address }: { address: string | null }) {
  return (
    <Notice title="Passkeys do not work at this address">
      {address ? (
        <span>
          Browsers keep them for a name, not for a number. Open this shop as{" "}
          <a href={address} className="break-all underline">
            {new URL(address).host}
          </a>{" "}
          and sign in there.
        </span>
      ) : (
        "Browsers allow them under a host name with https:// only."
      )}
    </Notice>
  );
}

function NewPasskey({ asksCode, device, rules }: PasskeysCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<PasskeyError | null>(null);
  const [form, fields] = useCheckedForm({
    id: "passkey-add",
    rules,
    fetchSchema: async () => {
      const schemas = await import("#server/accounts/passkey.schema.ts");
      return asksCode ? schemas.newPasskeyWithCodeSchema : schemas.newPasskeySchema;
    },
    serverErrors: error?.fields,
    defaultValue: { name: device },
    send: async (_value, formData) => {
      setIsAsking(true);
      setError(null);
      setError(await addPasskey(formData));
      setIsAsking(false);
    },
  });

  return (
    <CheckedForm form={form} className="grid max-w-md gap-5 border-t border-line pt-4">
      {error && (
        <Notice tone="error" title="No passkey was added">
          {error.message}
        </Notice>
      )}
      <TextField label="Name" hint="So that you know it again." field={fields.name} autoComplete="off" />
      <PasswordField label="Current Password" field={fields.password} autoComplete="current-password" />
      {asksCode && <CodeField field={fields.code} required />}
      <Button pending={isAsking} pendingLabel="Waiting for your device..." className="justify-self-start">
        Add a passkey
      </Button>
    </CheckedForm>
  );
}
