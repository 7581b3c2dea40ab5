import { data } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { RefusalNotice } from "#app/components/account/account-notices.tsx";
import { NarrowPage } from "#app/components/account/narrow-page.tsx";
import { DeclineChange, NotMine, SignInWithLink } from "#app/components/account/verification-forms.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { responseOrRefusal } from "#app/lib/forms/failure-message.ts";
import {
  customerSignInSchema,
  takeOverFormSchema,
  verificationSchema,
} from "#server/accounts/account.schema.ts";
import { type Verification, verifyEmail } from "#server/accounts/verify-email.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
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

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseOrRefusal(serverAction<typeof action>(), {
    title: "Nothing was changed",
    message: "Please try again.",
  });

export default function VerifyEmail() {
  const { signedIn, verification, message, notMine } = useLoaderData<typeof loader>();
  if (!verification) return <Failure signedIn={signedIn} message={message} />;
  if (verification.kind === "changed") return <ChangedAddress verification={verification} />;
  if (verification.mayDisown && notMine) return <NotRegistered verification={verification} />;
  return <Verified verification={verification} />;
}

function Verified({ verification }: { verification: Verification }) {
  const { signedIn, fieldRules, link } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { isProven, mayDisown, username } = verification;
  return (
    <NarrowPage title="Email Verified">
      <Notice tone="success" title="Thank you.">
        Your email address is verified. Your research access is being processed and is ready in a moment.
      </Notice>
      {isProven && signedIn && <p>Orders that you made as a guest with this address are in your account.</p>}
      {!isProven && (
        <>
          <RefusalNotice refusal={actionData?.refusal} result={actionData?.result ?? undefined} />
          <SignInWithLink
            title="Sign in to bring your earlier orders here"
            username={username}
            rules={fieldRules.signIn}
            lastResult={actionData?.result}
          />
        </>
      )}
      {mayDisown && (
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
      <RefusalNotice refusal={actionData?.refusal} result={actionData?.result ?? undefined} />
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
      <RefusalNotice refusal={actionData?.refusal} result={actionData?.result ?? undefined} />
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
