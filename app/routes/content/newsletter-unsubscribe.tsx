import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { unsubscribe } from "#server/newsletter/subscribe.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Unsubscribe", noindex: true });

export const headers = privatePageHeaders;

export const loader = page(async ({ url }) => ({
  done: url.searchParams.has("done"),
  token: url.searchParams.get("token") ?? "",
}));

/**
 * Handles the button, and mail programs that post here themselves (RFC 8058, one click). Those must not get a
 * redirect.
 */
export const action = page(async ({ context, request, url }) => {
  const fields = await request.formData().catch(() => undefined);
  await unsubscribe(context, url.searchParams.get("token") ?? "");
  if (fields?.get("List-Unsubscribe") === "One-Click") return { done: true };
  return redirect("/newsletter/unsubscribe?done", 303);
});

export default function Unsubscribe() {
  const { done: wasDone, token } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done ?? wasDone;
  return (
    <NarrowPage title="Unsubscribe">
      {done ? (
        <>
          <Notice tone="success" title="You are unsubscribed.">
            We send no more newsletters to this address.
          </Notice>
          <ButtonLink to="/" variant="secondary">
            Home
          </ButtonLink>
        </>
      ) : (
        <Form method="post" action={`/newsletter/unsubscribe?${new URLSearchParams({ token })}`}>
          <p className="mb-5">Do you want no more newsletters from us?</p>
          <Button>Unsubscribe</Button>
        </Form>
      )}
    </NarrowPage>
  );
}
