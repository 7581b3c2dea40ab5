import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { NewPasswordField, PasswordField } from "#app/components/account/account-fields.tsx";
import { FormErrorNotice, NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { CheckboxField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import { registrationFormSchema } from "#server/accounts/account.schema.ts";
import { register } from "#server/accounts/register.server.ts";
import { MARKETING_CONSENT_WORDING } from "#server/accounts/user-view.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { page } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";

const FAILED = { title: "Registration Failed", message: "Something went wrong. Please try again." };

export const meta = pageMeta({
  title: "Create Account",
  description: "Open an account to see your orders and to unlock research reports.",
});

const fieldRules = fieldRulesOf(registrationFormSchema);

export const loader = page(async ({ context, url }) => ({
  fieldRules,
  isOpen: context.settings.customerRegistration,
  isSent: url.searchParams.has("sent"),
}));

export const action = page(async ({ context, request }) => {
  const asked = { form: await request.formData(), schema: registrationFormSchema, failed: FAILED.title };
  const hideFields = ["password", "confirmPassword"];
  return answerForm({ ...asked, hideFields }, async ({ confirmPassword: _confirmed, ...registration }) => {
    await register(context, registration);
    return goOn("/register?sent", {
      title: "Account Created!",
      description: "Please check your email: it says how to go on.",
    });
  });
});

export const clientAction = orFormError(FAILED);

export default function Register() {
  const { isOpen, isSent } = useLoaderData<typeof loader>();
  if (isSent) return <CheckYourEmail />;
  if (!isOpen) return <RegistrationClosed />;
  return <RegistrationForm />;
}

function RegistrationForm() {
  const { fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/register") ?? false;
  const [form, fields] = useCheckedForm({
    id: "register",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).registrationFormSchema,
    lastResult: actionData?.result,
  });
  const { name, email, username, password, confirmPassword } = fields;
  return (
    <NarrowPage
      title="Create Account"
      intro="See your orders, keep your cart on every device, and unlock research reports."
      footer={
        <p className="text-center text-ink-soft">
          Already have an account? <TextLink to="/login">Sign in</TextLink>
        </p>
      }
    >
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      {/* Show our own messages, with and without JavaScript, instead of the browser's. */}
      <CheckedForm form={form} className="grid gap-5">
        <TextField label="Full Name" field={name} autoComplete="name" />
        <TextField label="Email" field={email} type="email" autoComplete="email" inputMode="email" />
        <TextField
          label="Username"
          field={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField label="Password" field={password} />
        <PasswordField label="Confirm Password" field={confirmPassword} autoComplete="new-password" />
        <CheckboxField label={MARKETING_CONSENT_WORDING} field={fields.emailOptIn} />
        <Button pending={sending} pendingLabel="Creating account...">
          Create Account
        </Button>
      </CheckedForm>
      <p className="text-sm text-ink-soft">
        How we look after your details:{" "}
        <Link to="/privacy" className="underline">
          Privacy Policy
        </Link>
        .
      </p>
    </NarrowPage>
  );
}

function CheckYourEmail() {
  return (
    <NarrowPage title="Check Your Email" intro="We have sent an email to the address you gave.">
      <p>
        If we did not know this address, your account is open: you can sign in with the username and password
        that you have chosen. Please open the verification link in the email within 24 hours; research reports
        are unlocked once your address is verified.
      </p>
      <p>
        If you have bought from us or had an account before, the email says how to get in. The username and
        password that you have just typed are then not used: anybody who knows your address could have typed
        them.
      </p>
      <p className="text-ink-soft">Nothing there? Look into the spam folder, or sign in to send it again.</p>
      <ButtonLink to="/login">Go to Login</ButtonLink>
    </NarrowPage>
  );
}

function RegistrationClosed() {
  return (
    <NarrowPage title="Create Account">
      <Notice title="Registration is closed at the moment.">
        New accounts cannot be opened right now. Please contact us if you need one.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/contact">Contact us</ButtonLink>
        <ButtonLink to="/products" variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </NarrowPage>
  );
}
