import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NarrowPage } from "#app/components/account/narrow-page.tsx";
import { PageError } from "#app/components/layout/page-error.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";
import { privatePageHeaders } from "#app/lib/private-page.ts";
import { ShopError } from "#server/core/errors.ts";
import { page } from "#server/http/page.server.ts";
import { verificationSchema } from "#server/identity/account.schema.ts";
import { verifyEmail } from "#server/identity/verify-email.server.ts";

export const meta = pageMeta({ title: "Verify your email address", noindex: true });

export const headers = privatePageHeaders;

export const loader = page(async ({ context, request, url }) => {
  const signedIn = context.actor.kind === "user";
  // A mail program that only looks whether the address answers verifies nothing (resolution B18).
  if (request.method === "HEAD") return data({ signedIn, kind: null, message: "" });
  try {
    const link = verificationSchema.safeParse(Object.fromEntries(url.searchParams));
    const { kind } = await verifyEmail(context, link.data ?? { email: "", token: "" });
    return data({ signedIn, kind, message: "" });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return data({ signedIn, kind: null, message: error.message }, error.status);
  }
});

export default function VerifyEmail() {
  const { signedIn, kind, message } = useLoaderData<typeof loader>();
  if (!kind) return <Failure signedIn={signedIn} message={message} />;
  const changed = kind === "changed";
  return (
    <NarrowPage title={changed ? "Email Address Confirmed" : "Email Verified"}>
      <Notice tone="success" title={changed ? "Your new email address is in use." : "Thank you."}>
        {changed
          ? "From now on we write to this address."
          : "Your email address is verified. Your research access is being processed and is ready in a moment."}
      </Notice>
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
    </NarrowPage>
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

export function ErrorBoundary() {
  return <PageError />;
}
