import { data, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PasskeySignIn } from "#app/components/account/passkey-sign-in.tsx";
import { SignInFrame } from "#app/components/account/sign-in-frame.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { responseOrRefusal, unlessUnanswered } from "#app/lib/forms/failure-message.ts";
import { redirectToCode } from "#app/routes/account/sign-in-customer.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { fieldRulesOf, parseForm } from "#server/core/parse-form.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { localPath } from "#server/http/same-origin.ts";
import { staffSignInSchema } from "#server/identity/account/account.schema.ts";
import { showDemoSignIns } from "#server/identity/demo-accounts.server.ts";
import { relyingPartyOf } from "#server/identity/passkeys/passkey.schema.ts";
import { CodeRequired, signInRefusals, unansweredSignIn } from "#server/identity/sessions/audience.ts";
import { signIn } from "#server/identity/sessions/sign-in.server.ts";
import { staffDutyOf } from "#server/identity/two-factor/staff-duty.server.ts";
import { page, STAFF_DUTY_PAGE } from "#server/process/page.server.ts";

const AFTER_SIGN_IN = "/admin";

export const meta = pageMeta({ title: "Admin Login", noindex: true });

const fieldRules = fieldRulesOf(staffSignInSchema);

export const loader = page(async ({ context, url }) => ({
  demo: await showDemoSignIns(context),
  hasPasskeys: relyingPartyOf(context.publicUrl, url) !== null,
  fieldRules,
}));

export const action = page(async ({ context, request, url }) => {
  const submission = parseForm(await request.formData(), { schema: staffSignInSchema });
  const result = () => submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success") return data({ result: result(), refusal: null }, 400);
  try {
    const { actor, cookieHeader } = await signIn(context, request, {
      audience: "staff",
      ...submission.value,
    });
    const headers = new Headers({ "Set-Cookie": cookieHeader });
    // That page explains itself what to do first.
    if (await staffDutyOf(context.em, context.settings, actor)) {
      return redirect(STAFF_DUTY_PAGE, { status: 303, headers });
    }
    headers.append("Set-Cookie", await noticeHeader({ kind: "success", title: "Login successful" }));
    return redirect(localPath(url.searchParams.get("next"), AFTER_SIGN_IN), { status: 303, headers });
  } catch (error) {
    if (error instanceof CodeRequired) return redirectToCode(context, error, url.searchParams.get("next"));
    if (!(error instanceof ShopError)) throw error;
    const refusal = { title: signInRefusals.staff.title, message: error.message };
    return data({ result: result(), refusal }, error.status === 401 ? 400 : error.status);
  }
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseOrRefusal(serverAction<typeof action>(), unansweredSignIn("staff"));

export const shouldRevalidate = unlessUnanswered;

export default function AdminLogin() {
  const { demo, hasPasskeys, fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/admin") ?? false;
  const [form, fields] = useCheckedForm({
    id: "admin-login",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/identity/account/account.schema.ts")).staffSignInSchema,
    lastResult: actionData?.result,
  });
  return (
    <SignInFrame
      title="Admin Login"
      intro="For administrators and shop managers."
      refusal={actionData?.refusal}
      demo={demo ? "staff" : null}
    >
      <CheckedForm form={form} className="grid gap-5">
        <TextField
          label="Email"
          field={fields.email}
          type="email"
          autoComplete={hasPasskeys ? "username webauthn" : "username"}
          spellCheck={false}
          autoFocus={fields.email.errors !== undefined}
        />
        <TextField
          label="Password"
          field={fields.password}
          type="password"
          autoComplete="current-password"
          autoFocus={fields.email.errors === undefined && fields.password.errors !== undefined}
        />
        <Button pending={sending} pendingLabel="Signing in...">
          Login
        </Button>
      </CheckedForm>
      {hasPasskeys && <PasskeySignIn audience="staff" />}
    </SignInFrame>
  );
}
