import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { NewPasswordField, PasswordField } from "#app/components/account/account-fields.tsx";
import { FormErrorNotice, NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import { resetPasswordFormSchema } from "#server/accounts/account.schema.ts";
import { findPasswordLink, type PasswordLink, resetPassword } from "#server/accounts/set-password.server.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { page } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";

const invalidLink = {
  title: "Invalid reset link",
  message: "This password reset link is invalid or has expired.",
};

const FAILED = { title: "Password reset failed", message: "Failed to reset password" };

export const meta = pageMeta({ title: "Reset Password", noindex: true });

export const headers = privatePageHeaders;

const fieldRules = fieldRulesOf(resetPasswordFormSchema);

export const loader = page(async ({ context, url }) => {
  if (url.searchParams.has("done")) return data({ isDone: true, token: "", link: null, fieldRules });
  const token = url.searchParams.get("token") ?? "";
  const link = (await findPasswordLink(context, token)) ?? null;
  return data({ isDone: false, token, link, fieldRules }, link ? 200 : 400);
});

export const action = page(async ({ context, request }) => {
  const asked = { form: await request.formData(), schema: resetPasswordFormSchema, failed: FAILED.title };
  const hideFields = ["newPassword", "confirmPassword"];
  return answerForm({ ...asked, hideFields }, async (input) => {
    await resetPassword(context, input);
    return goOn("/reset-password?done", { title: "Password Changed" });
  });
});

export const clientAction = orFormError(FAILED);

export default function ResetPassword() {
  const { isDone, token, link } = useLoaderData<typeof loader>();
  if (isDone) return <Done />;
  return link ? <NewPasswordForm token={token} link={link} /> : <InvalidLink />;
}

function NewPasswordForm({ token, link }: { token: string; link: PasswordLink }) {
  const { fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/reset-password") ?? false;
  const [form, fields] = useCheckedForm({
    id: "reset-password",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).resetPasswordFormSchema,
    lastResult: actionData?.result,
  });
  return (
    <NarrowPage
      title={link.isFirst ? "Set Your Password" : "Reset Password"}
      intro={
        <>
          For the account with the username <strong className="break-all text-ink">{link.username}</strong>.
        </>
      }
    >
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      <CheckedForm form={form} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
        <NewPasswordField
          label="New Password"
          field={fields.newPassword}
          personalWords={[link.username]}
          isStaff={link.forStaff}
        />
        <PasswordField
          label="Confirm New Password"
          field={fields.confirmPassword}
          autoComplete="new-password"
        />
        <Button pending={sending} pendingLabel="Saving...">
          {link.isFirst ? "Set Password" : "Reset Password"}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}

function InvalidLink() {
  return (
    <NarrowPage title={invalidLink.title}>
      <FormErrorNotice error={invalidLink} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/forgot-password">Request a new link</ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Back to Login
        </ButtonLink>
      </div>
    </NarrowPage>
  );
}

function Done() {
  return (
    <NarrowPage title="Password Changed">
      <Notice tone="success" title="Your new password is set.">
        All devices were signed out. Sign in with the new password to go on.
      </Notice>
      <ButtonLink to="/login">Continue to Login</ButtonLink>
    </NarrowPage>
  );
}
