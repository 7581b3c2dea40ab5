import { redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  confirmByLink,
  INVALID_LINK,
  isConfirmationLink,
  isOurMessage,
  signMessage,
} from "#server/newsletter/subscribe.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Newsletter verification", noindex: true });

export const headers = privatePageHeaders;

/** Shows messages without our signature, but cuts them to this length. */
const LONGEST_UNSIGNED = 200;

/**
 * The mailed link shows a button, and only pressing it confirms: mail scanners open every link, and consent needs a
 * person. Without a valid link this page shows the result named by `status`.
 */
export const loader = page(async ({ context, url }) => {
  const search = url.searchParams;
  const token = search.get("token");
  if (token !== null) {
    if (await isConfirmationLink(context, token)) return { ask: true as const, token };
    throw await toResult(context, "error", INVALID_LINK);
  }
  const status = search.get("status");
  const message = search.get("message") ?? "";
  const ours = message !== "" && (await isOurMessage(context.em, message, search.get("sig") ?? ""));
  return { ask: false as const, status, ours, message: ours ? message : message.slice(0, LONGEST_UNSIGNED) };
});

export const action = page(async ({ context, url }) => {
  try {
    await confirmByLink(context, url.searchParams.get("token") ?? "");
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "bad_request") throw error;
    return toResult(context, "error", error.message);
  }
  return toResult(
    context,
    "success",
    "Your email address is confirmed. Thank you for reading our newsletter.",
  );
});

async function toResult(context: Context, status: "success" | "error", message: string): Promise<Response> {
  const sig = await signMessage(context.em, message);
  return redirect(`/newsletter/verify?${new URLSearchParams({ status, message, sig })}`, 303);
}

export default function NewsletterVerify() {
  const loaderData = useLoaderData<typeof loader>();
  return loaderData.ask ? <ConfirmForm token={loaderData.token} /> : <Result {...loaderData} />;
}

function ConfirmForm({ token }: { token: string }) {
  return (
    <NarrowPage title="Confirm your subscription">
      <Form method="post" action={`/newsletter/verify?${new URLSearchParams({ token })}`}>
        <p className="mb-5">
          Do you want our newsletter by email? You can unsubscribe at any time. If it was not you who asked
          for it, close this page: nothing is sent to you.
        </p>
        <Button>Confirm</Button>
      </Form>
    </NarrowPage>
  );
}

function Result({ status, ours, message }: { status: string | null; ours: boolean; message: string }) {
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
