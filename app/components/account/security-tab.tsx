import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { SessionView } from "#server/accounts/sessions.server.ts";
import type { FieldRules } from "#server/core/parse-form.ts";
import { CodeField, NewPasswordField, PasswordField } from "./account-fields.tsx";
import { VerificationBadge } from "./facts.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

interface SecurityTabProps {
  email: string;
  isVerified: boolean;
  sessions: SessionView[];
  lastResult: SubmissionResult | undefined;
  passwordRules: ChangePasswordProps["rules"];
  owner: ChangePasswordProps["owner"];
  asksForCode: boolean;
  /** Two-factor sign-in. */
  children: ReactNode;
}

/** Email verification, password, second factor and sessions. */
export function SecurityTab(props: SecurityTabProps) {
  const { email, isVerified, sessions, lastResult, passwordRules, owner, asksForCode, children } = props;
  return (
    <div className="grid gap-6">
      <Card className="grid gap-3">
        <h2 className="text-xl">Email verification</h2>
        <p className="flex flex-wrap items-center gap-2">
          <span>{email}</span> <VerificationBadge isVerified={isVerified} />
        </p>
        {!isVerified && (
          <p className="text-ink-soft">
            <TextLink to="/account">Send the verification email again</TextLink>
          </p>
        )}
      </Card>
      <ChangePassword lastResult={lastResult} rules={passwordRules} owner={owner} asksForCode={asksForCode} />
      {children}
      <Devices sessions={sessions} />
    </div>
  );
}

interface ChangePasswordProps {
  lastResult: SubmissionResult | undefined;
  rules: FieldRules<"currentPassword" | "newPassword" | "confirmPassword" | "code">;
  /** The person's own names, and whether the password has to meet the rules for staff. */
  owner: { personalWords: readonly string[]; isStaff: boolean };
  /** Whether signing in asks for one. */
  asksForCode: boolean;
}

function ChangePassword({ lastResult, rules, owner, asksForCode }: ChangePasswordProps) {
  const saving = useNavigation().formData?.get("intent") === "password";
  const [form, fields] = useCheckedForm({
    id: "change-password",
    rules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).changePasswordSchema,
    lastResult,
  });
  const { currentPassword, newPassword, confirmPassword, code } = fields;
  return (
    <Card className="grid gap-5">
      <div>
        <h2 className="text-xl">Change Password</h2>
        <p className="mt-1 text-ink-soft">Your other devices are signed out when you change it.</p>
      </div>
      <CheckedForm form={form} className="grid max-w-md gap-5">
        <input type="hidden" name="intent" value="password" />
        <PasswordField label="Current Password" field={currentPassword} autoComplete="current-password" />
        <NewPasswordField
          label="New Password"
          field={newPassword}
          personalWords={owner.personalWords}
          isStaff={owner.isStaff}
        />
        <PasswordField label="Confirm New Password" field={confirmPassword} autoComplete="new-password" />
        {asksForCode && <CodeField field={code} />}
        <Button pending={saving} pendingLabel="Changing..." className="justify-self-start">
          Change Password
        </Button>
      </CheckedForm>
    </Card>
  );
}

function Devices({ sessions }: { sessions: SessionView[] }) {
  const ending = useNavigation().formData?.get("intent") === "end-others";
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Signed-in devices</h2>
      <ul className="grid gap-4">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0"
          >
            <div>
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device} {session.isCurrent && <Badge tone="moss">This device</Badge>}
              </p>
              <p className="text-sm text-ink-soft">
                {session.address && `${session.address}, `}last seen {displayDate(session.lastSeenAt)} at{" "}
                {displayTime(session.lastSeenAt)}
              </p>
            </div>
            {session.isCurrent ? <SignOutForm /> : <SignOutThere session={session} />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Button variant="secondary" pending={ending}>
            Sign out all other devices
          </Button>
        </Form>
      )}
    </Card>
  );
}

function SignOutThere({ session }: { session: SessionView }) {
  const ending = useNavigation().formData?.get("sessionId") === String(session.id);
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="sessionId" value={session.id} />
      <Button variant="secondary" size="small" pending={ending}>
        Sign out<span className="sr-only"> {session.device}</span>
      </Button>
    </Form>
  );
}
