import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormErrorNotice } from "#app/components/account/account-notices.tsx";
import {
  EarlierWithdrawals,
  ReceivedWithdrawal,
  WithdrawalCheck,
  WithdrawalForm,
} from "#app/components/orders/withdrawal-form.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { orUnanswered, useAnswer } from "#app/lib/forms/failure-message.ts";
import { orderVisitorOf } from "#app/routes/visitor.server.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  readWithdrawalForm,
  submitWithdrawal,
  withdrawnLines,
} from "#server/orders/submit-withdrawal.server.ts";
import { withdrawnText } from "#server/orders/withdrawal-rules.ts";
import { withdrawalPath, withdrawalTexts } from "#server/orders/withdrawal-texts.ts";
import { findWithdrawable } from "#server/orders/withdrawals.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ order }) => ({
  title: `${withdrawalTexts[order.wording].link}: ${order.invoiceNumber}`,
  noindex: true,
}));

export const headers = privatePageHeaders;

/** /orders/:invoiceNumber/withdraw */
export const loader = page(async (asked) => {
  const visitor = await orderVisitorOf(asked);
  const order = await findWithdrawable(asked.context, visitor);
  const received = Number(asked.url.searchParams.get("received"));
  return {
    order,
    token: visitor.token,
    key: randomUUID(),
    received: order.earlier.find(({ id }) => id === received) ?? null,
  };
});

/**
 * Two steps, as the law of the European Union asks: what was typed comes back to be looked at, and only what is confirmed
 * counts.
 */
export const action = page(async (asked) => {
  const { context, request } = asked;
  const visitor = await orderVisitorOf(asked);
  // Who asks is settled by the address, before anything that they sent is read.
  const { lines } = await findWithdrawable(context, visitor);
  const form = await request.formData();
  const { typed, errors, statement, fieldOf } = readWithdrawalForm(form);
  const step = form.get("step");
  const back = (problems: Record<string, string[]>, status: number) =>
    data({ step: "state" as const, typed, errors: problems, contents: [] }, status);
  if (Object.keys(errors).length > 0) return back(errors, 400);
  if (step === "change") return back({}, 200);
  try {
    if (step !== "confirm") {
      const contents = withdrawnLines({ statement, fieldOf }, lines).map(withdrawnText);
      return data({ step: "check" as const, typed, errors: {}, contents });
    }
    const { key, reason } = typed;
    const { withdrawal } = await submitWithdrawal(context, visitor, { key, reason, statement, fieldOf });
    const received = new URLSearchParams({ received: String(withdrawal.id) });
    if (visitor.token) received.set("t", visitor.token);
    return redirect(`${withdrawalPath(visitor.invoiceNumber, null)}?${received}`, 303);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    // What is about no field is said above them all.
    return back(error.fields ?? { lines: [error.message] }, error.status);
  }
});

export const clientAction = orUnanswered;

export default function Withdraw() {
  const { order, token, key, received } = useLoaderData<typeof loader>();
  const { answer, unanswered } = useAnswer<typeof action>();
  const texts = withdrawalTexts[order.wording];
  const isAnythingLeft = order.lines.some(({ left }) => left > 0);
  return (
    <div className="frame max-w-3xl py-10 lg:py-16">
      <h1 className="text-title">{texts.link}</h1>
      <p className="mt-4 break-words sm:text-lg">
        Order{" "}
        <TextLink
          to={
            token
              ? `/order-confirmation?${new URLSearchParams({ t: token })}`
              : "/account/settings?tab=orders"
          }
        >
          {order.invoiceNumber}
        </TextLink>
        , placed {displayDate(order.createdAt)}
      </p>
      <div className="mt-6">
        <FormErrorNotice error={unanswered} />
      </div>
      {received && !answer && <ReceivedWithdrawal withdrawal={received} order={order} />}
      {received && !answer && isAnythingLeft && (
        <p className="mt-4">
          <TextLink to={withdrawalPath(order.invoiceNumber, token)}>Something else of this order</TextLink>
        </p>
      )}
      {!isAnythingLeft && !answer && !received && (
        <Notice title="Nothing of this order is left to cancel" className="mt-6">
          You have told us before, or it was refunded or cancelled.
        </Notice>
      )}
      {answer?.step === "check" ? (
        <WithdrawalCheck order={order} typed={answer.typed} contents={answer.contents} />
      ) : (
        (answer || (isAnythingLeft && !received)) && (
          <WithdrawalForm order={order} newKey={key} typed={answer?.typed} errors={answer?.errors ?? {}} />
        )
      )}
      <EarlierWithdrawals withdrawals={order.earlier.filter(({ id }) => id !== received?.id)} texts={texts} />
    </div>
  );
}
