import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PasswordField } from "#app/components/account/account-fields.tsx";
import { FormErrorNotice, NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import {
  customerSignInSchema,
  takeOverFormSchema,
  verificationSchema,
} from "#server/accounts/account.schema.ts";
import { type Verification, verifyEmail } from "#server/accounts/verify-email.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { type FieldRules, fieldRulesOf } from "#server/core/parse-form.ts";
import { page } from "#server/process/page.server.ts";
import { handleVerificationForm } from "./verify-email-forms.server.ts";

export const meta = pageMeta({ title: "Verify your email address", noindex: true });

export const headers = privatePageHeaders;

const fieldRules = {
  signIn: fieldRulesOf(customerSignInSchema),
  takeOver: fieldRulesOf(takeOverFormSchema),
};

export const loader = page(async ({ context, request, url }) => {
  const signedIn = context.actor.kind === "user";
  const viewOf = (verification: Verification | null, message: string) => ({
    signedIn,
    verification,
    message,
    fieldRules,
    link: `/verify-email?${new URLSearchParams({ email: link.email, token: link.token })}`,
    notMine: url.searchParams.get("mine") === "no",
  });
  const parsed = verificationSchema.safeParse(Object.fromEntries(url.searchParams));
  const link = parsed.data ?? { email: "", token: "" };
  // Some mail programs only check that the address responds. That must not verify anything.
  if (request.method === "HEAD") return data(viewOf(null, ""));
  try {
    return data(viewOf(await verifyEmail(context, link), ""));
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return data(viewOf(null, error.message), error.status);
  }
});

export const action = page(handleVerificationForm);

export const clientAction = orFormError({ title: "Nothing was changed" });

export default function VerifyEmail() {
  const { signedIn, verification, message, notMine } = useLoaderData<typeof loader>();
  if (!verification) return <Failure signedIn={signedIn} message={message} />;
  if (verification.kind === "changed") return <ChangedAddress verification={verification} />;
  if (verification.mayReport && notMine) return <NotRegistered verification={verification} />;
  return <Verified verification={verification} />;
}

function Verified({ verification }: { verification: Verification }) {
  const { signedIn, fieldRules, link } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { isProven, mayReport, username } = verification;
  return (
    <NarrowPage title="Email Verified">
      <Notice tone="success" title="Thank you.">
        Your email address is verified. Your research access is being processed and is ready in a moment.
      </Notice>
      {isProven && signedIn && <p>Orders that you made as a guest with this address are in your account.</p>}
      {!isProven && (
        <>
          <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
          <SignInWithLink
            title="Sign in to bring your earlier orders here"
            username={username}
            rules={fieldRules.signIn}
            lastResult={actionData?.result}
          />
        </>
      )}
      {mayReport && (
        <p>
          <TextLink to={`${link}&mine=no`}>I did not register this</TextLink>
        </p>
      )}
      <NextLinks signedIn={signedIn} />
    </NarrowPage>
  );
}

function ChangedAddress({ verification }: { verification: Verification }) {
  const { signedIn, fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (verification.isProven) {
    return (
      <NarrowPage title="Email Address Confirmed">
        <Notice tone="success" title="Your new email address is in use.">
          From now on we write to this address.
        </Notice>
        <NextLinks signedIn={signedIn} />
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title="Confirm Your New Address">
      <p>
        The link is good. The account uses <strong className="break-all">{verification.email}</strong> once
        you have signed in to it.
      </p>
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      <SignInWithLink
        title="Sign in to use this address"
        username={verification.username}
        rules={fieldRules.signIn}
        lastResult={actionData?.result}
      />
      <DeclineChange />
    </NarrowPage>
  );
}

function NotRegistered({ verification }: { verification: Verification }) {
  const { fieldRules, link } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <NarrowPage
      title="I Did Not Register This"
      intro="Somebody opened an account with your email address. It shows them nothing of yours. You decide what becomes of it."
    >
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      <NotMine
        username={verification.username}
        rules={fieldRules.takeOver}
        lastResult={actionData?.result}
        backTo={link}
      />
    </NarrowPage>
  );
}

function NextLinks({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      {signedIn ? (
        <ButtonLink to="/account">Go to your account</ButtonLink>
      ) : (
        <ButtonLink to="/login">Go to Login</ButtonLink>
      )}
      <ButtonLink to="/science" variant="secondary">
        Science &amp; Research
      </ButtonLink>
    </div>
  );
}

function Failure({ signedIn, message }: { signedIn: boolean; message: string }) {
  return (
    <NarrowPage title="Verification Failed">
      <Notice tone="error" title="Your email address was not verified.">
        {message}
      </Notice>
      <p className="text-ink-soft">You can send a new link from your account page.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={signedIn ? "/account" : "/login?next=%2Faccount"}>
          {signedIn ? "Go to your account" : "Go to Login"}
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </div>
    </NarrowPage>
  );
}

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
function SignInWithLink({ title, username, rules, lastResult }: SignInWithLinkProps) {
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
function NotMine({ username, rules, lastResult, backTo }: NotMineProps) {
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
function DeclineChange() {
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
