import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { FieldRules } from "#server/core/parse-form.ts";
import { PasswordField } from "./account-fields.tsx";

function useSending(intent: string): boolean {
  return useNavigation().formData?.get("intent") === intent;
}

interface SignInWithLinkProps {
  /** What the sign-in is for. */
  title: string;
  username: string;
  rules: FieldRules<"username" | "password">;
  lastResult: SubmissionResult | null | undefined;
}

/**
 * Asks for the password of the account that the mailed link belongs to. Link and password together prove that one
 * person holds both.
 */
export function SignInWithLink({ title, username, rules, lastResult }: SignInWithLinkProps) {
  const sending = useSending("sign-in");
  const [form, fields] = useCheckedForm({
    id: "sign-in-with-link",
    rules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).customerSignInSchema,
    lastResult,
  });
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      <p className="text-ink-soft">
        For the account with the username <strong className="break-all text-ink">{username}</strong>.
      </p>
      <CheckedForm form={form} className="grid gap-5">
        <input type="hidden" name="intent" value="sign-in" />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Password" field={fields.password} autoComplete="current-password" />
        <Button pending={sending} pendingLabel="Signing in..." className="justify-self-start">
          Sign in
        </Button>
      </CheckedForm>
    </section>
  );
}

interface NotMineProps {
  username: string;
  rules: FieldRules<"newPassword" | "confirmPassword">;
  lastResult: SubmissionResult | null | undefined;
  /** The page that the mailed link opens. */
  backTo: string;
}

/** What the owner of an address may do with an account that somebody else registered with it. */
export function NotMine({ username, rules, lastResult, backTo }: NotMineProps) {
  const [takingOver, deleting] = [useSending("take-over"), useSending("delete")];
  const [form, fields] = useCheckedForm({
    id: "take-over",
    rules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).takeOverFormSchema,
    lastResult,
  });
  return (
    <>
      <section className="grid gap-4">
        <h2 className="text-xl">Take the account over</h2>
        <p className="text-ink-soft">
          Its username is <strong className="break-all text-ink">{username}</strong>. With a password of your
          own it becomes yours: whoever opened it is signed out everywhere, and what they put in is gone.
        </p>
        <CheckedForm form={form} className="grid gap-5">
          <input type="hidden" name="intent" value="take-over" />
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            label="New Password"
            hint="At least 6 characters; longer is safer."
            field={fields.newPassword}
            autoComplete="new-password"
          />
          <PasswordField
            label="Confirm New Password"
            field={fields.confirmPassword}
            autoComplete="new-password"
          />
          <Button pending={takingOver} pendingLabel="Saving..." className="justify-self-start">
            Set my password
          </Button>
        </CheckedForm>
      </section>
      <section className="grid gap-4 border-t border-line pt-5">
        <h2 className="text-xl">Or delete it</h2>
        <p className="text-ink-soft">
          The account goes for good. Orders that you made as a guest stay as they are.
        </p>
        <Form method="post">
          <input type="hidden" name="intent" value="delete" />
          <Button variant="secondary" pending={deleting} pendingLabel="Deleting...">
            Delete the account
          </Button>
        </Form>
      </section>
      <ButtonLink to={backTo} variant="quiet" className="justify-self-start">
        Back
      </ButtonLink>
    </>
  );
}

/** For somebody who was mailed a confirmation of an address that they never gave. */
export function DeclineChange() {
  const sending = useSending("decline");
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <p className="text-ink-soft">Somebody else typed your address? Then nothing needs to happen to it.</p>
      <Form method="post">
        <input type="hidden" name="intent" value="decline" />
        <Button variant="secondary" pending={sending} pendingLabel="Stopping...">
          I did not ask for this
        </Button>
      </Form>
    </section>
  );
}
