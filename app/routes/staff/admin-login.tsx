import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PasskeySignIn, SignInFrame } from "#app/components/account/sign-in-frame.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError, unlessUnanswered } from "#app/lib/forms/failure-message.ts";
import { redirectToCode } from "#app/routes/account/sign-in-customer.server.ts";
import { staffSignInSchema } from "#server/accounts/account.schema.ts";
import { afterSignIn, CodeRequired, signInErrors, unansweredSignIn } from "#server/accounts/audience.ts";
import { showDemoSignIns } from "#server/accounts/demo-accounts.server.ts";
import { relyingPartyOf } from "#server/accounts/passkey.schema.ts";
import { signIn } from "#server/accounts/sign-in.server.ts";
import { requiredActionOf } from "#server/accounts/user-views.server.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { localPath } from "#server/http/same-origin.ts";
import { page, STAFF_DUTY_PAGE } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";

export const meta = pageMeta({ title: "Admin Login", noindex: true });

const fieldRules = fieldRulesOf(staffSignInSchema);

export const loader = page(async ({ context, url }) => ({
  demo: await showDemoSignIns(context),
  hasPasskeys: relyingPartyOf(context.publicUrl, url) !== null,
  fieldRules,
}));

export const action = page(async ({ context, request, url }) => {
  const next = url.searchParams.get("next");
  const asked = { form: await request.formData(), schema: staffSignInSchema, hideFields: ["password"] };
  return answerForm({ ...asked, failed: signInErrors.staff.title }, async (credentials) => {
    try {
      const { actor, cookieHeader } = await signIn(context, request, { audience: "staff", ...credentials });
      // That page explains itself what to do first.
      if (await requiredActionOf(context.em, context.settings, actor)) {
        return redirect(STAFF_DUTY_PAGE, { status: 303, headers: { "Set-Cookie": cookieHeader } });
      }
      return await goOn(localPath(next, afterSignIn.staff), { title: "Login successful" }, [cookieHeader]);
    } catch (error) {
      if (error instanceof CodeRequired) return redirectToCode(context, error, next);
      throw error;
    }
  });
});

export const clientAction = orFormError(unansweredSignIn("staff"));

export const shouldRevalidate = unlessUnanswered;

export default function AdminLogin() {
  const { demo, hasPasskeys, fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/admin") ?? false;
  const [form, fields] = useCheckedForm({
    id: "admin-login",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).staffSignInSchema,
    lastResult: actionData?.result,
  });
  return (
    <SignInFrame
      title="Admin Login"
      intro="For administrators and shop managers."
      error={actionData?.refusal}
      demo={demo ? "staff" : null}
    >
      <CheckedForm form={form} className="grid gap-5">
        <TextField
          label="Email"
          field={fields.email}
          type="email"
          autoComplete={hasPasskeys ? "username webauthn" : "username"}
          spellCheck={false}
        />
        <TextField label="Password" field={fields.password} type="password" autoComplete="current-password" />
        <Button pending={sending} pendingLabel="Signing in...">
          Login
        </Button>
      </CheckedForm>
      {hasPasskeys && <PasskeySignIn audience="staff" />}
    </SignInFrame>
  );
}
