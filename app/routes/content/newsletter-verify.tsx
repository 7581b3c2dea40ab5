import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NarrowPage } from "#app/components/account/narrow-page.tsx";
import { PageError } from "#app/components/layout/page-error.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";
import { privatePageHeaders } from "#app/lib/private-page.ts";
import { ShopError } from "#server/core/errors.ts";
import { page } from "#server/http/page.server.ts";
import { confirmByLink } from "#server/newsletter/confirm-subscriber.server.ts";
import { isOurMessage, signMessage } from "#server/newsletter/newsletter-link.server.ts";

export const meta = pageMeta({ title: "Newsletter verification", noindex: true });

export const headers = privatePageHeaders;

/** Resolution B17: what is not signed by us is shown, but no longer than this. */
const LONGEST_UNSIGNED = 200;

/** The mailed link confirms and leads on to its result; spec section 4: the outcome comes from `status`. */
export const loader = page(async ({ context, request, url }) => {
  const search = url.searchParams;
  const token = search.get("token");
  // A mail program that only looks whether the address answers confirms nothing.
  if (token !== null && request.method !== "HEAD") {
    let status = "success";
    let message = "Your email address is confirmed. Thank you for reading our newsletter.";
    try {
      await confirmByLink(context, token);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      status = "error";
      message = error.message;
    }
    const sig = await signMessage(context.em, message);
    throw redirect(`/newsletter/verify?${new URLSearchParams({ status, message, sig })}`, 303);
  }
  const status = search.get("status");
  const message = search.get("message") ?? "";
  const ours = message !== "" && (await isOurMessage(context.em, message, search.get("sig") ?? ""));
  return { status, ours, message: ours ? message : message.slice(0, LONGEST_UNSIGNED) };
});

export default function NewsletterVerify() {
  const { status, ours, message } = useLoaderData<typeof loader>();
  const success = status === "success";
  const fallback =
    status === "error" ? "Verification failed. Please try again." : "Invalid verification link.";
  return (
    <NarrowPage title={success ? "Email Verified" : "Verification Failed"}>
      <Notice tone={success ? "success" : "error"} title={message || (success ? "Thank you." : fallback)}>
        {message && !ours && "This text came with the address you opened, not from our server."}
      </Notice>
      <div className="flex flex-wrap gap-3">
        {success ? (
          <ButtonLink to="/newsletter?step=resources">Knowledge Resources</ButtonLink>
        ) : (
          <ButtonLink to="/newsletter">Sign up again</ButtonLink>
        )}
        <ButtonLink to="/" variant="secondary">
          Home
        </ButtonLink>
      </div>
    </NarrowPage>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
