import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AccessDenied, AccountError, FormErrorNotice } from "#app/components/account/account-notices.tsx";
import { DownloadLink } from "#app/components/account/download-link.tsx";
import { Facts, VerificationBadge } from "#app/components/account/facts.tsx";
import { SignOutForm } from "#app/components/account/sign-out-form.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { ErrorPageHandle } from "#app/lib/document/route-handle.ts";
import { orFormError, unlessUnanswered } from "#app/lib/forms/failure-message.ts";
import { lacksProof, resendVerification } from "#server/accounts/send-verification.server.ts";
import { type ResearchAccess, researchAccessOf } from "#server/accounts/user-view.ts";
import { currentUser } from "#server/accounts/user-views.server.ts";
import { isStaffRole, roleDisplayName } from "#server/core/roles.ts";
import { page } from "#server/process/page.server.ts";
import { goOn } from "../answer-form.server.ts";

export const meta = pageMeta({ title: "Your Account", noindex: true });

export const loader = page(async ({ context }) => {
  const user = await currentUser(context);
  if (!user) return data({ user, asksForProof: false }, 401);
  return data({ user, asksForProof: await lacksProof(context) });
});

/** The only form here sends the verification email again. */
export const action = page(async ({ context }) => {
  const mail = await resendVerification(context);
  const notice = mail
    ? { title: "Verification email sent", description: "Please open the link in it within 24 hours." }
    : { title: "Your email address is verified already" };
  return goOn("/account", notice);
});

export const clientAction = orFormError({ title: "Verification email not sent" });

export const shouldRevalidate = unlessUnanswered;

export default function Account() {
  const { user, asksForProof } = useLoaderData<typeof loader>();
  const actionData = useActionData<{ refusal: { title: string; message: string } }>();
  if (!user) return <AccessDenied next="/account">Please sign in to see your account.</AccessDenied>;
  return (
    <div className="frame grid gap-8 py-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title">Welcome, {user.name}</h1>
          <p className="mt-2 text-ink-soft">Your account, your orders and your research reports.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {user.role === "customer" && (
            <ButtonLink to="/customer-dashboard" variant="secondary">
              Dashboard
            </ButtonLink>
          )}
          {isStaffRole(user.role) && (
            <ButtonLink to="/admin" variant="secondary">
              Admin Dashboard
            </ButtonLink>
          )}
          <ButtonLink to="/account/settings" variant="secondary">
            Account Settings
          </ButtonLink>
          <SignOutForm variant="quiet" size="medium" />
        </div>
      </header>
      <FormErrorNotice error={actionData?.refusal} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="grid gap-5">
          <h2 className="text-xl">Account Information</h2>
          <Facts
            facts={[
              ["Name", user.name],
              ["Username", user.username],
              [
                "Email",
                <span key="email" className="flex flex-wrap items-center gap-2">
                  {user.email} <VerificationBadge isVerified={user.isVerified} />
                </span>,
              ],
              ["Account type", roleDisplayName(user.role)],
              ["Member since", displayDate(user.createdAt)],
            ]}
          />
        </Card>
        {asksForProof && <EarlierOrdersCard email={user.email} />}
        <ResearchCard access={researchAccessOf(user)} />
      </div>
    </div>
  );
}

/** The orders of the address belong to the account only after its person opened a mailed link while signed in. */
function EarlierOrdersCard({ email }: { email: string }) {
  const sending = useNavigation().formData?.get("intent") === "bring-orders";
  return (
    <Card className="grid content-start gap-4">
      <h2 className="text-xl">Your earlier orders</h2>
      <p>
        Did you order as a guest with <strong className="break-all">{email}</strong>? We send you a link: open
        it here while you are signed in, and those orders, enquiries and messages are in your account.
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="bring-orders" />
        <Button variant="secondary" pending={sending} pendingLabel="Sending...">
          Send me the link
        </Button>
      </Form>
    </Card>
  );
}

export const handle: ErrorPageHandle = { ErrorPage: ErrorBoundary };

export function ErrorBoundary() {
  return <AccountError next="/account" />;
}

/** Says whether the person can read the research report yet, and links to it. */
export function ResearchCard({ access }: { access: ResearchAccess }) {
  return (
    <Card className="grid content-start gap-5">
      <h2 className="text-xl">Research Access</h2>
      {access === "granted" && <p>You have access to our research report.</p>}
      {access === "processing" && <Processing />}
      {access === "unverified" && <VerifyFirst />}
      <ul className="grid gap-4">
        <Report
          title="Biochar: carbon, soil and figures"
          description="How biochar is made, how much carbon it holds, and how to use it. PDF."
        >
          {access === "granted" ? (
            <DownloadLink href="/api/research/download">Download Research Report</DownloadLink>
          ) : (
            <Badge tone="outline">Locked</Badge>
          )}
        </Report>
        <Report title="Field trials" description="Results from gardens and farms.">
          <Badge>Coming Soon</Badge>
        </Report>
      </ul>
    </Card>
  );
}

function Processing() {
  return (
    <p role="status">
      Your email address is verified and your research access is being processed. This takes a moment.{" "}
      <a href="/account" className="text-moss underline">
        Look again
      </a>
    </p>
  );
}

function VerifyFirst() {
  const sending = useNavigation().formData?.get("intent") === "resend";
  return (
    <div className="grid gap-3">
      <p>Verify your email address to unlock research reports. We sent you a link when you registered.</p>
      <Form method="post" action="/account">
        <input type="hidden" name="intent" value="resend" />
        <Button variant="secondary" pending={sending} pendingLabel="Sending...">
          Send verification email again
        </Button>
      </Form>
    </div>
  );
}

interface ReportProps {
  title: string;
  description: string;
  children: ReactNode;
}

function Report({ title, description, children }: ReportProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div>
        <h3 className="text-base font-medium">{title}</h3>
        <p className="text-sm text-ink-soft">{description}</p>
      </div>
      {children}
    </li>
  );
}
