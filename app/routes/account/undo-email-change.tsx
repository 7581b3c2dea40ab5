import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { FormErrorNotice, NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import {
  findUndoableEmailChange,
  invalidUndoLink,
  type UndoableEmailChange,
  undoEmailChange,
} from "#server/accounts/change-email.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { page } from "#server/process/page.server.ts";

const FAILED = "Your address was not put back";

export const meta = pageMeta({ title: "This was not me", noindex: true });

export const headers = privatePageHeaders;

const outcomes = z.enum(["mailed", "suspended"]);

const formSchema = z.object({ token: z.string().trim().max(200).catch("") });

/** Only reads: mail programs open links by themselves, and must not change anybody's account. */
export const loader = page(async ({ context, url }) => {
  const outcome = outcomes.safeParse(url.searchParams.get("done")).data ?? null;
  const token = url.searchParams.get("token") ?? "";
  const change = outcome ? null : ((await findUndoableEmailChange(context, token)) ?? null);
  const message = outcome || change ? "" : invalidUndoLink().message;
  return data({ outcome, token, change, message }, message === "" ? 200 : 400);
});

export const action = page(async ({ context, request }) => {
  const { token } = formSchema.parse(Object.fromEntries(await request.formData()));
  try {
    const { passwordLinkSentTo } = await undoEmailChange(context, { token });
    return redirect(`/undo-email-change?done=${passwordLinkSentTo ? "mailed" : "suspended"}`, 303);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return data({ refusal: { title: FAILED, message: error.message } }, error.status);
  }
});

export const clientAction = orFormError({ title: FAILED });

export default function UndoEmailChange() {
  const { outcome, token, change, message } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (outcome) return <Undone outcome={outcome} />;
  if (change) {
    return (
      <NarrowPage title="Was This Not You?">
        <FormErrorNotice error={actionData?.refusal} />
        <Change change={change} token={token} />
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title="Nothing to Take Back">
      {actionData?.refusal ? (
        <FormErrorNotice error={actionData.refusal} />
      ) : (
        <Notice tone="error" title={FAILED}>
          {message}
        </Notice>
      )}
      <ButtonLink to="/contact" variant="secondary">
        Contact us
      </ButtonLink>
    </NarrowPage>
  );
}

function Change({ change, token }: { change: UndoableEmailChange; token: string }) {
  const sending = useNavigation().formAction?.startsWith("/undo-email-change") ?? false;
  return (
    <>
      <p>
        The account with the username <strong className="break-all">{change.username}</strong> was moved to
        another email address. If that was somebody else, take it back:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          the account uses <strong className="break-all">{change.email}</strong> again,
        </li>
        <li>every device is signed out, and passkeys, two-factor sign-in and API keys end,</li>
        <li>the old password ends, and we mail you a link to a new one.</li>
      </ul>
      <Form method="post" action="/undo-email-change">
        <input type="hidden" name="token" value={token} />
        <Button pending={sending} pendingLabel="Taking it back...">
          This was not me
        </Button>
      </Form>
      <p className="text-ink-soft">If it was you, there is nothing to do: please close this page.</p>
    </>
  );
}

function Undone({ outcome }: { outcome: z.output<typeof outcomes> }) {
  return (
    <NarrowPage title="Your Address Is Back">
      <Notice tone="success" title="The change was taken back.">
        {outcome === "mailed"
          ? "All devices were signed out. We have mailed you a link to a new password: it works for one hour."
          : "All devices were signed out, and the account is suspended: please ask an administrator of the shop to activate it and to mail you a link to a new password."}
      </Notice>
      <ButtonLink to={outcome === "mailed" ? "/forgot-password" : "/contact"} variant="secondary">
        {outcome === "mailed" ? "No mail came? Ask for another" : "Contact us"}
      </ButtonLink>
    </NarrowPage>
  );
}
