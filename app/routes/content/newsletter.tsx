import { data, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { NarrowPage } from "#app/components/account/account-notices.tsx";
import { ResourceList, ShownCode } from "#app/components/content/newsletter-dialogs.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { responseOr } from "#app/lib/forms/failure-message.ts";
import {
  handleNewsletterForm,
  newsletterCookieHeader,
  readNewsletterCookie,
} from "#server/newsletter/subscribe.server.ts";
import {
  NEWSLETTER_CONSENT_WORDING,
  NEWSLETTER_FAILURE,
  type NewsletterReply,
} from "#server/newsletter/subscriber.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta({
  title: "Newsletter",
  description: "News from the kiln and the field, and five papers on biochar.",
});

const stepSchema = z.object({
  email: z.string(),
  shownCode: z.string().nullable(),
  sent: z.boolean(),
});

/** The steps of the home page's dialogs as pages: address, mail, code, resources. */
export const loader = page(async ({ request, url }) => {
  const carried = stepSchema.safeParse(await readNewsletterCookie(request));
  const step = url.searchParams.get("step");
  if (step === "resources") return { step: "resources" as const, email: "", shownCode: null };
  if (step !== "verify" || !carried.success) return { step: "email" as const, email: "", shownCode: null };
  const { email, shownCode, sent } = carried.data;
  return { step: sent ? ("code" as const) : ("send" as const), email, shownCode };
});

/** Like the cart's: a plain form post is redirected, the page's JavaScript gets a short response. */
export const action = page(async ({ context, request }) => {
  const { intent, reply, status } = await handleNewsletterForm(context, await request.formData());
  if (!reply.ok || !request.headers.get("accept")?.includes("text/html")) return data(reply, status);
  if (intent === "verify") return redirect("/newsletter?step=resources", 303);
  const step = { email: reply.email, shownCode: reply.shownCode, sent: intent === "send" };
  const headers = { "Set-Cookie": await newsletterCookieHeader(step) };
  return redirect("/newsletter?step=verify", { status: 303, headers });
});

/** What the form says without a response. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseOr(serverAction<NewsletterReply>(), () => ({ ok: false, message: NEWSLETTER_FAILURE }));

export default function Newsletter() {
  const { step } = useLoaderData<typeof loader>();
  if (step === "resources") return <Resources />;
  if (step === "send") return <SendForm />;
  if (step === "code") return <CodeForm />;
  return <EmailForm />;
}

function useFormError(): string[] | undefined {
  const reply = useActionData<typeof action>();
  return reply?.ok === false ? [reply.message] : undefined;
}

function EmailForm() {
  const typed = useActionData<typeof action>()?.email;
  return (
    <NarrowPage title="Newsletter" intro="News from the kiln and the field, and five papers on biochar.">
      <Form method="post" action="/newsletter" reloadDocument className="grid gap-5">
        <input type="hidden" name="intent" value="subscribe" />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          defaultValue={typed}
          errors={useFormError()}
          autoComplete="email"
        />
        <p className="text-sm text-ink-soft">{NEWSLETTER_CONSENT_WORDING}</p>
        <Button>Subscribe</Button>
      </Form>
      <p>
        <TextLink to="/newsletter/issues">Past newsletters</TextLink>
      </p>
    </NarrowPage>
  );
}

function SendForm() {
  const { email } = useLoaderData<typeof loader>();
  const errors = useFormError();
  return (
    <NarrowPage title="Verify Your Email">
      <p className="wrap-anywhere">
        To confirm that {email} is yours, we send a 6-digit code and a link to it.
      </p>
      {errors && (
        <p role="alert" className="text-clay">
          {errors}
        </p>
      )}
      <Form method="post" action="/newsletter?step=verify" reloadDocument className="flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="email" value={email} />
        <Button>Send Verification Email</Button>
        <ButtonLink to="/" variant="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </NarrowPage>
  );
}

function CodeForm() {
  const { email, shownCode } = useLoaderData<typeof loader>();
  return (
    <NarrowPage title="Verify Your Email">
      <p className="wrap-anywhere">We have sent a code to {email}. It works for 30 minutes.</p>
      <ShownCode code={shownCode} />
      <Form method="post" action="/newsletter?step=verify" reloadDocument className="grid gap-5">
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="email" value={email} />
        <TextField
          label="Verification code"
          name="code"
          required
          errors={useFormError()}
          placeholder="Enter 6-digit code"
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <div className="flex flex-wrap gap-3">
          <Button>Verify</Button>
          <ButtonLink to="/" variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </NarrowPage>
  );
}

function Resources() {
  return (
    <NarrowPage title="Knowledge Resources" intro="Five papers, yours to read and keep.">
      <ResourceList />
      <ButtonLink to="/" variant="secondary">
        Close
      </ButtonLink>
    </NarrowPage>
  );
}
