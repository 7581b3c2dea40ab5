import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { FieldRules } from "#server/core/parse-form.ts";
import { CodeField, PasswordField } from "./account-fields.tsx";

export type FactorRules = FieldRules<"password" | "code">;

interface FactorFormProps {
  /** The form's intent, also used as its id. */
  intent: string;
  /** The thing it acts on, where a page has several such forms. */
  subject?: { name: string; value: string };
  requires: readonly ("password" | "code")[];
  /** The schema of two-factor.schema.ts that matches `asks`. */
  schema: "beginTwoFactorSchema" | "codeSchema" | "passwordAndCodeSchema";
  rules: FactorRules;
  button: string;
  lastResult: SubmissionResult | undefined;
}

/** Asks for the password, a code, or both. */
export function FactorForm({
  intent,
  subject,
  requires,
  schema,
  rules,
  button,
  lastResult,
}: FactorFormProps) {
  const submitted = useNavigation().formData;
  const sending =
    submitted?.get("intent") === intent && (!subject || submitted.get(subject.name) === subject.value);
  const [form, fields] = useCheckedForm({
    id: subject ? `${intent}-${subject.value}` : intent,
    rules,
    fetchSchema: async (): Promise<z.ZodType> => (await import("#server/accounts/account.schema.ts"))[schema],
    lastResult,
  });
  return (
    <CheckedForm form={form} className="grid max-w-md gap-5">
      <input type="hidden" name="intent" value={intent} />
      {subject && <input type="hidden" {...subject} />}
      {requires.includes("password") && (
        <PasswordField label="Current Password" field={fields.password} autoComplete="current-password" />
      )}
      {requires.includes("code") && (
        <CodeField
          hint={requires.includes("password") ? "Of your app, or a recovery code." : "Six digits."}
          field={fields.code}
        />
      )}
      <Button pending={sending} pendingLabel="One moment..." className="justify-self-start">
        {button}
      </Button>
    </CheckedForm>
  );
}
