import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PasskeySignIn, SignInFrame } from "#app/components/account/sign-in-frame.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError, unlessUnanswered } from "#app/lib/forms/failure-message.ts";
import { customerSignInSchema } from "#server/accounts/account.schema.ts";
import { afterSignIn, unansweredSignIn } from "#server/accounts/audience.ts";
import { showDemoSignIns } from "#server/accounts/demo-accounts.server.ts";
import { relyingPartyOf } from "#server/accounts/passkey.schema.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { page } from "#server/process/page.server.ts";
import { signInCustomer } from "./sign-in-customer.server.ts";

export const meta = pageMeta({ title: "Login", noindex: true });

const fieldRules = fieldRulesOf(customerSignInSchema);

export const loader = page(async ({ context, url }) => ({
  demo: await showDemoSignIns(context),
  hasPasskeys: relyingPartyOf(context.publicUrl, url) !== null,
  fieldRules,
}));

export const action = page(async ({ context, request, url }) => {
  const next = url.searchParams.get("next");
  return signInCustomer(context, request, await request.formData(), { next, fallback: afterSignIn.customer });
});

export const clientAction = orFormError(unansweredSignIn("customer"));

export const shouldRevalidate = unlessUnanswered;

export default function Login() {
  const { demo, hasPasskeys, fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/login") ?? false;
  const [form, fields] = useCheckedForm({
    id: "login",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).customerSignInSchema,
    lastResult: actionData?.result,
  });
  return (
    <SignInFrame
      title="Login"
      intro="Sign in to see your orders and to keep your cart on every device."
      error={actionData?.refusal}
      demo={demo ? "customer" : null}
    >
      <CheckedForm form={form} className="grid gap-5">
        <TextField
          label="Username"
          hint="Or your email address."
          field={fields.username}
          autoComplete={hasPasskeys ? "username webauthn" : "username"}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField label="Password" field={fields.password} type="password" autoComplete="current-password" />
        <Button pending={sending} pendingLabel="Signing in...">
          Login
        </Button>
      </CheckedForm>
      {hasPasskeys && <PasskeySignIn audience="customer" />}
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
        <TextLink to="/register">Create an account</TextLink>
      </p>
    </SignInFrame>
  );
}
