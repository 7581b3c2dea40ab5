import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { QrPicture } from "#app/components/ui/qr-picture.tsx";
import { displayDate } from "#app/lib/display.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { TwoFactorView } from "#server/accounts/account.schema.ts";
import type { FieldRules } from "#server/core/parse-form.ts";
import { CodeField, PasswordField } from "./account-fields.tsx";

interface TwoFactorCardProps {
  view: TwoFactorView;
  rules: FactorRules;
  /** Just created, and shown only this once. */
  recoveryCodes: readonly string[] | null;
  /** The refused result, and which form it belongs to. */
  lastResult: SubmissionResult | undefined;
  failedForm: unknown;
}

/** Two-factor sign-in: set it up, confirm it with a code, get new recovery codes, turn it off. */
export default function TwoFactorCard({
  view,
  rules,
  recoveryCodes,
  lastResult,
  failedForm,
}: TwoFactorCardProps) {
  const cancelling = useNavigation().formData?.get("intent") === "two-factor-cancel";
  const resultOf = (intent: string) => (failedForm === intent ? lastResult : undefined);
  return (
    <Card className="grid gap-5">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 text-xl">
          Two-factor sign-in {view.state === "on" && <Badge tone="moss">On</Badge>}
        </h2>
        <p className="mt-1 text-ink-soft">
          {view.state === "on"
            ? `On since ${displayDate(view.since)}: signing in asks for a code from your authenticator app as well. Unused recovery codes: ${view.codesLeft}.`
            : "A code from an authenticator app on your phone, as well as your password: a stolen password alone then opens nothing."}
        </p>
      </div>
      {recoveryCodes && <RecoveryCodes key={recoveryCodes[0]} codes={recoveryCodes} />}
      {view.state === "off" && (
        <FactorForm
          intent="two-factor-begin"
          schema="beginTwoFactorSchema"
          rules={rules}
          button="Set up two-factor sign-in"
          lastResult={resultOf("two-factor-begin")}
        />
      )}
      {view.state === "begun" && (
        <>
          <NewKey {...view} />
          <FactorForm
            intent="two-factor-confirm"
            schema="codeSchema"
            rules={rules}
            button="Turn on two-factor sign-in"
            lastResult={resultOf("two-factor-confirm")}
          />
          <Form method="post">
            <input type="hidden" name="intent" value="two-factor-cancel" />
            <Button variant="secondary" size="small" pending={cancelling}>
              Cancel set-up
            </Button>
          </Form>
        </>
      )}
      {view.state === "on" && (
        <>
          <details className="border-t border-line pt-4" open={failedForm === "two-factor-codes"}>
            <summary className="cursor-pointer font-medium">New recovery codes</summary>
            <p className="mt-2 mb-4 text-ink-soft">The ones you have now will no longer work.</p>
            <FactorForm
              intent="two-factor-codes"
              schema="passwordAndCodeSchema"
              rules={rules}
              button="Make new recovery codes"
              lastResult={resultOf("two-factor-codes")}
            />
          </details>
          <details className="border-t border-line pt-4" open={failedForm === "two-factor-off"}>
            <summary className="cursor-pointer font-medium">Turn off</summary>
            <p className="mt-2 mb-4 text-ink-soft">Signing in then asks for your password alone.</p>
            <FactorForm
              intent="two-factor-off"
              schema="passwordAndCodeSchema"
              rules={rules}
              button="Turn off two-factor sign-in"
              lastResult={resultOf("two-factor-off")}
            />
          </details>
        </>
      )}
    </Card>
  );
}

function NewKey({ secret, address, picture }: Extract<TwoFactorView, { state: "begun" }>) {
  return (
    <div className="grid gap-4">
      <p>
        1. Scan this with an authenticator app, or{" "}
        <a href={address} className="text-moss underline">
          open it in the app on this device
        </a>
        .
      </p>
      <QrPicture
        code={picture}
        label="QR code of the key below"
        className="size-56 max-w-full rounded-lg border border-line"
      />
      <p>
        No camera? Type this key: <code className="break-words font-semibold">{secret}</code>
      </p>
      <p>2. Enter the six digits that the app shows now.</p>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const start = useRef<HTMLDivElement>(null);
  // Without a script `autoFocus` does it; React does it for fields alone.
  useEffect(() => start.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that comes back with codes to keep begins there
    <div ref={start} tabIndex={-1} autoFocus className="outline-none">
      <Notice tone="success" title="Keep these ten recovery codes">
        <p>
          Each opens your account once if your phone is lost. They are not shown again: print them, or put
          them into a password manager.
        </p>
        <ul aria-label="Recovery codes" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

export type FactorRules = FieldRules<"password" | "code">;

/** What each of these schemas of account.schema.ts asks for. */
const fieldsOf = {
  beginTwoFactorSchema: { password: true, code: false },
  codeSchema: { password: false, code: true },
  passwordAndCodeSchema: { password: true, code: true },
};

interface FactorFormProps {
  /** The form's intent, also used as its id. */
  intent: string;
  /** The thing it acts on, where a page has several such forms. */
  subject?: { name: string; value: string };
  schema: keyof typeof fieldsOf;
  rules: FactorRules;
  button: string;
  lastResult: SubmissionResult | undefined;
}

/** Asks for the password, a code, or both. */
export function FactorForm({ intent, subject, schema, rules, button, lastResult }: FactorFormProps) {
  const asked = fieldsOf[schema];
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
      {asked.password && (
        <PasswordField label="Current Password" field={fields.password} autoComplete="current-password" />
      )}
      {asked.code && (
        <CodeField
          hint={asked.password ? "Of your app, or a recovery code." : "Six digits."}
          field={fields.code}
        />
      )}
      <Button pending={sending} pendingLabel="One moment..." className="justify-self-start">
        {button}
      </Button>
    </CheckedForm>
  );
}
