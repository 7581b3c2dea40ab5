import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";
import { PasswordField } from "./password-field.tsx";

interface Factors {
  password?: string | undefined;
  code?: string | undefined;
}

interface FactorFormProps {
  /** What the action goes by; the form's id as well. */
  intent: string;
  asks: readonly ("password" | "code")[];
  schema: z.ZodType<Factors>;
  button: string;
  lastResult: SubmissionResult | undefined;
}

/** Asks for the password, a code, or both. */
export function FactorForm({ intent, asks, schema, button, lastResult }: FactorFormProps) {
  const sending = useNavigation().formData?.get("intent") === intent;
  const [form, fields] = useForm<Factors>({
    id: intent,
    lastResult: lastResult ?? null,
    constraint: getZodConstraint(schema),
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-md gap-5">
      <input type="hidden" name="intent" value={intent} />
      {asks.includes("password") && (
        <PasswordField
          label="Current Password"
          field={fields.password}
          autoComplete="current-password"
          autoFocus={fields.password.errors !== undefined}
        />
      )}
      {asks.includes("code") && (
        <TextField
          label="Code"
          hint={asks.includes("password") ? "Of your app, or a recovery code." : "Six digits."}
          field={fields.code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={fields.code.errors !== undefined && fields.password.errors === undefined}
        />
      )}
      <Button pending={sending} pendingLabel="One moment..." className="justify-self-start">
        {button}
      </Button>
    </Form>
  );
}
