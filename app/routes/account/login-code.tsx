import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CodeField } from "#app/components/account/account-fields.tsx";
import { FormErrorNotice, NarrowPage } from "#app/components/account/account-notices.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import { codeSchema } from "#server/accounts/account.schema.ts";
import { afterSignIn, signInErrors, unansweredSignIn } from "#server/accounts/audience.ts";
import { completeSignIn, findPendingAudience } from "#server/accounts/sign-in.server.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { localPath } from "#server/http/same-origin.ts";
import { page } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";
import { mergedCart } from "./sign-in-customer.server.ts";

export const meta = pageMeta({ title: "Two-factor sign-in", noindex: true });

const fieldRules = fieldRulesOf(codeSchema);

/** Without a correct password before it there is nothing to confirm. */
export const loader = page(async ({ context, request }) => {
  if (!(await findPendingAudience(context, request))) return redirect("/login", 303);
  return { fieldRules };
});

export const action = page(async ({ context, request, url }) => {
  const { title } = signInErrors.customer;
  const asked = { form: await request.formData(), schema: codeSchema, usedUp: ["code"], failed: title };
  return answerForm(asked, async (input) => {
    try {
      const carried = await cartIdFrom(context, request);
      const { audience, actor, ...signedIn } = await completeSignIn(context, request, input);
      const cart = audience === "customer" ? [await mergedCart(context, carried, actor.id)] : [];
      const cookies = [signedIn.cookieHeader, signedIn.clearedCookieHeader, ...cart];
      const next = localPath(url.searchParams.get("next"), afterSignIn[audience]);
      return await goOn(next, { title: "Login successful" }, cookies);
    } catch (error) {
      // Too late, or signed in already: it begins again.
      if (!(error instanceof ShopError) || error.code !== "conflict") throw error;
      return goOn("/login", { kind: "error", title, description: error.message });
    }
  });
});

export const clientAction = orFormError(unansweredSignIn("customer"));

export default function LoginCode() {
  const { fieldRules } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const sending = useNavigation().formAction?.startsWith("/login/code") ?? false;
  const [form, fields] = useCheckedForm({
    id: "login-code",
    rules: fieldRules,
    fetchSchema: async () => (await import("#server/accounts/account.schema.ts")).codeSchema,
    lastResult: actionData?.result,
  });
  return (
    <NarrowPage
      title="Two-factor sign-in"
      intro="Your password was right. One more step shows that it is you."
      footer={
        <p className="text-center text-ink-soft">
          <TextLink to="/login">Sign in as somebody else</TextLink>
        </p>
      }
    >
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result} />
      <CheckedForm form={form} className="grid gap-5">
        <CodeField
          hint="The six digits that your authenticator app shows now, or one of your recovery codes."
          field={fields.code}
          autoFocus
        />
        <Button pending={sending} pendingLabel="Signing in...">
          Login
        </Button>
      </CheckedForm>
      <p className="text-sm text-ink-soft">
        Phone and recovery codes lost? An administrator of the shop can take the second step off your account.
      </p>
    </NarrowPage>
  );
}
