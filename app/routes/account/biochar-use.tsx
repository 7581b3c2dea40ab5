import { data } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { FormErrorNotice } from "#app/components/account/account-notices.tsx";
import { UseChoice } from "#app/components/orders/use-choice.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { useFocusOnErrors } from "#app/lib/forms/checked-form.tsx";
import { orUnanswered, useAnswer } from "#app/lib/forms/failure-message.ts";
import { orderVisitorOf } from "#app/routes/visitor.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { page } from "#server/process/page.server.ts";
import { pathOfUse } from "#server/statements/evidence.ts";
import { placedUseSchema } from "#server/statements/evidence-commands.ts";
import { findUseQuestion, stateUse } from "#server/statements/state-use.server.ts";
import { goOn } from "../answer-form.server.ts";

export const meta = pageMeta({ title: "What your biochar is for", noindex: true });

export const headers = privatePageHeaders;

/** /orders/:invoiceNumber/use */
export const loader = page(async (asked) => {
  const visitor = await orderVisitorOf(asked);
  return { question: await findUseQuestion(asked.context, visitor), token: visitor.token };
});

const fieldNames = ["use", "usedAs", "outwardCode", "appliedOn", "tonnes"] as const;

/** An empty field says nothing: only what was filled in is read. */
export const action = page(async (asked) => {
  const visitor = await orderVisitorOf(asked);
  // Who asks is settled by the address, before anything that they sent is read.
  await findUseQuestion(asked.context, visitor);
  const form = await asked.request.formData();
  const typed = Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" && value.trim() !== "" ? [[name, value]] : [];
    }),
  ) as Partial<Record<(typeof fieldNames)[number], string>>;
  const said = parseForm(new URLSearchParams(typed), { schema: placedUseSchema });
  if (said.status !== "success") {
    return data({ typed, errors: said.reply().error as Record<string, string[]> }, 400);
  }
  try {
    await stateUse(asked.context, visitor, said.value);
  } catch (error) {
    if (!(error instanceof ShopError) || !error.fields) throw error;
    return data({ typed, errors: error.fields }, error.status);
  }
  return goOn(pathOfUse(visitor.invoiceNumber, visitor.token), {
    title: "Thank you",
    description: "We have kept your answer.",
  });
});

export const clientAction = orUnanswered;

export default function BiocharUse() {
  const { question, token } = useLoaderData<typeof loader>();
  const { answer, unanswered } = useAnswer<typeof action>();
  const isSending = useNavigation().formMethod === "POST";
  const errors = answer?.errors ?? {};
  const typed = answer?.typed;
  const form = useRef<HTMLFormElement>(null);
  useFocusOnErrors(form, answer?.errors);
  return (
    <div className="frame max-w-3xl py-10 lg:py-16">
      <h1 className="text-title">What your biochar is for</h1>
      <p className="mt-4 break-words sm:text-lg">
        Order{" "}
        <TextLink
          to={
            token
              ? `/order-confirmation?${new URLSearchParams({ t: token })}`
              : "/account/settings?tab=orders"
          }
        >
          {question.invoiceNumber}
        </TextLink>
        , placed {displayDate(question.createdAt)}
      </p>
      {question.isStated && !answer && (
        <Notice tone="success" title="Thank you: we have kept your answer" className="mt-6">
          You can change it below whenever you like.
        </Notice>
      )}
      <div className="mt-8">
        <FormErrorNotice error={unanswered} />
      </div>
      <Card className="mt-8">
        <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-6">
          <p className="text-ink-soft">
            Whoever certifies our biochar wants to know that it is used and not burnt. They get kilograms,
            days and the first half of a postcode from us, never your name or address. You need not answer.
          </p>
          <UseChoice
            use={typed?.use ?? question.use}
            usedAs={typed?.usedAs ?? question.usedAs}
            errors={errors}
          />
          {(question.asksForPlace || question.appliedOn || question.outwardCode) && (
            <fieldset className="grid gap-5 border-t border-line pt-5">
              <legend className="float-left font-medium">Where, when and how much</legend>
              <TextField
                label="First half of the postcode"
                hint="Such as SY8."
                name="outwardCode"
                autoComplete="off"
                maxLength={8}
                defaultValue={typed?.outwardCode ?? question.outwardCode ?? ""}
                {...(errors.outwardCode ? { errors: errors.outwardCode, autoFocus: true } : {})}
                className="clear-both max-w-48"
              />
              <TextField
                label="The day, or the first of several"
                name="appliedOn"
                type="date"
                max={question.today}
                defaultValue={typed?.appliedOn ?? question.appliedOn ?? ""}
                {...(errors.appliedOn ? { errors: errors.appliedOn, autoFocus: true } : {})}
                className="max-w-48"
              />
              <TextField
                label="How many tonnes"
                hint="As near as you know."
                name="tonnes"
                inputMode="decimal"
                defaultValue={typed?.tonnes ?? question.tonnes ?? ""}
                {...(errors.tonnes ? { errors: errors.tonnes, autoFocus: true } : {})}
                className="max-w-48"
              />
            </fieldset>
          )}
          <Button pending={isSending} className="w-fit">
            {question.isStated ? "Change my answer" : "Tell us"}
          </Button>
        </Form>
      </Card>
    </div>
  );
}
