import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { FormErrorNotice, NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import { forgotPasswordSchema } from "#server/accounts/account.schema.ts";
import { requestPasswordReset } from "#server/accounts/set-password.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { fieldRulesOf, parseForm } from "#server/core/parse-form.ts";
import { page } from "#server/process/page.server.ts";

const FAILED = { title: "Error", message: "Failed to send reset email" };

export const meta = pageMeta({ title: "Forgot Password", noindex: true });

const fieldRules = fieldRulesOf(forgotPasswordSchema);

export const loader = page(async ({ url }) => ({ isSent: url.searchParams.has("sent"), fieldRules }));

export const action = page(async ({ context, request }) => {
  const submission = parseForm(await request.formData(), { schema: forgotPasswordSchema });
  if (submission.status !== "success") return data({ result: submission.reply(), refusal: null }, 400);
  try {
    await requestPasswordReset(context, submission.value);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const refusal = { title: FAILED.title, message: `${FAILED.message}. ${error.message}` };
    return data({ result: submission.reply(), refusal }, error.status);
  }
  return redirect("/forgot-password?sent", 303);
});

export const clientAction = orFormError(FAILED);

export default function ForgotPassword() {
  return useLoaderData<typeof loader>().isSent ? <Sent /> : <RequestForm />;
}

function RequestForm() {
  const { fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/forgot-password") ?? false;
  const [form, { email }] = useCheckedForm({
    id: "forgot-password",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).forgotPasswordSchema,
    lastResult: actionData?.result,
  });
  return (
    <NarrowPage
      title="Forgot Password"
      intro="Give us the email address of your account, and we send you a link to choose a new password."
      footer={
        <p className="text-center">
          <TextLink to="/login">Back to Login</TextLink>
        </p>
      }
    >
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      <CheckedForm form={form} className="grid gap-5">
        <TextField label="Email" field={email} type="email" autoComplete="email" inputMode="email" />
        <Button pending={sending} pendingLabel="Sending...">
          Send Reset Link
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}

/** The same for an address with and without an account (docs/rules.md#accounts-2). */
function Sent() {
  return (
    <NarrowPage title="Check Your Email" intro="If this address has an account, a reset link is on its way.">
      <p>
        The link works once, for one hour. Nothing there? Look into the spam folder, or try another address.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/forgot-password" variant="secondary">
          Try Different Email
        </ButtonLink>
        <ButtonLink to="/login">Back to Login</ButtonLink>
      </div>
    </NarrowPage>
  );
}
