import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { useFocusOnErrors } from "#app/lib/forms/checked-form.tsx";
import { displayStamp } from "#server/core/shop-time.ts";
import type { TypedWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { LONGEST_REASON, markLabels, withdrawnText } from "#server/orders/withdrawal-rules.ts";
import { withdrawalTexts } from "#server/orders/withdrawal-texts.ts";
import type { WithdrawableOrder, WithdrawalView } from "#server/orders/withdrawals.server.ts";

interface WithdrawalFormProps {
  order: WithdrawableOrder;
  /** For a form that was not sent before. */
  newKey: string;
  /** What was typed, where the form comes back. */
  typed: TypedWithdrawal | undefined;
  errors: Record<string, string[]>;
}

/** The first step: what is not to be kept, line by line, or all of it with one press. */
export function WithdrawalForm({ order, newKey, typed, errors }: WithdrawalFormProps) {
  const isSending = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  useFocusOnErrors(form, errors);
  const lines = order.lines.filter(({ left, lineId }) => left > 0 || errors[`quantity.${lineId}`]);
  const units = lines.reduce((sum, { left }) => sum + left, 0);
  return (
    <Card className="mt-8" role="region" aria-labelledby="what">
      <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-6">
        <input type="hidden" name="key" value={typed?.key ?? newKey} />
        <div className="grid gap-2">
          <h2 id="what" className="text-xl">
            What do you not want to keep?
          </h2>
          <p className="text-ink-soft">
            You may change your mind until 14 days after the day on which you receive the goods
            {order.cancelBy && `, at least until ${displayDate(order.cancelBy)}`}. You need give no reason. On
            the next page you look at it once more.
          </p>
        </div>
        {order.isLate && (
          <Notice title="The 14 days may be over">
            We counted them from the day on which your order went out. We take what you tell us all the same,
            look at it and write to you.
          </Notice>
        )}
        {errors.lines && (
          // biome-ignore lint/a11y/noAutofocus: a page that comes back with a refusal begins there (docs/rules.md#messages-3)
          <div tabIndex={-1} autoFocus data-wrong className="outline-none">
            <Notice tone="error" title={errors.lines.join(" ")} />
          </div>
        )}
        {lines.map(({ lineId, productName, quantity, left }) => (
          <fieldset key={lineId} className="grid gap-3 border-t border-line pt-4">
            <legend className="float-left font-medium">{productName}</legend>
            <TextField
              label={`How many, of ${left}`}
              aria-label={`How many of ${productName}, of ${left}`}
              {...(left < quantity ? { hint: `Of ${quantity} that you ordered.` } : {})}
              name={`quantity.${lineId}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={left}
              defaultValue={typed?.fields[`quantity.${lineId}`] ?? (lines.length === 1 ? left : 0)}
              {...(errors[`quantity.${lineId}`]
                ? { errors: errors[`quantity.${lineId}`], autoFocus: true }
                : {})}
              className="clear-both max-w-40"
            />
            {order.isSent &&
              markLabels.map(({ mark, choice }) => (
                <CheckboxField
                  key={mark}
                  label={choice}
                  name={`${mark}.${lineId}`}
                  defaultChecked={typed?.fields[`${mark}.${lineId}`] !== undefined}
                />
              ))}
          </fieldset>
        ))}
        <TextareaField
          label="Reason"
          hint="Only if you like to tell us."
          name="reason"
          rows={3}
          maxLength={LONGEST_REASON}
          defaultValue={typed?.reason ?? ""}
          {...(errors.reason ? { errors: errors.reason, autoFocus: true } : {})}
        />
        <div className="flex flex-wrap gap-3">
          <Button name="step" value="check" pending={isSending}>
            Continue
          </Button>
          {units > 1 && (
            <Button name="what" value="everything" variant="secondary" pending={isSending}>
              Continue with everything
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

interface WithdrawalCheckProps {
  order: WithdrawableOrder;
  typed: TypedWithdrawal;
  /** Such as "2 × Premium Biochar (unsealed)". */
  contents: readonly string[];
}

/** The second step: the statement as it will be sent, and the button that sends it. */
export function WithdrawalCheck({ order, typed, contents }: WithdrawalCheckProps) {
  const texts = withdrawalTexts[order.wording];
  const isSending = useNavigation().formMethod === "POST";
  const heading = useRef<HTMLHeadingElement>(null);
  // With JavaScript the page does not change, and anyone who hears it would not learn that it asks something else.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="mt-8" role="region" aria-labelledby="check">
      <Form method="post" noValidate className="grid gap-5">
        <h2 id="check" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Check what you send us
        </h2>
        <div className="grid gap-2">
          <p>{texts.notice}:</p>
          <ul className="list-disc pl-6">
            {contents.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          <Fact label="Order" value={`${order.invoiceNumber}, placed ${displayDate(order.createdAt)}`} />
          <Fact label="Name" value={order.customerName} />
          {typed.reason && <Fact label="Reason" value={typed.reason} />}
          <Fact label="We confirm it to" value={order.customerEmail} />
        </dl>
        <TypedFields typed={typed} />
        <div className="flex flex-wrap gap-3">
          <Button name="step" value="confirm" pending={isSending}>
            {texts.confirm}
          </Button>
          <Button name="step" value="change" variant="secondary" pending={isSending}>
            Change it
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function TypedFields({ typed }: { typed: TypedWithdrawal }) {
  return (
    <>
      <input type="hidden" name="key" value={typed.key} />
      <input type="hidden" name="reason" value={typed.reason} />
      {Object.entries(typed.fields).map(([name, value]) => (
        <input key={name} type="hidden" {...{ name, value }} />
      ))}
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-2">{label}</dt>
      <dd className="break-words whitespace-pre-line">{value}</dd>
    </div>
  );
}

interface ReceivedWithdrawalProps {
  withdrawal: WithdrawalView;
  order: Pick<WithdrawableOrder, "wording" | "customerEmail">;
}

/** What was received just now, and what happens next. */
export function ReceivedWithdrawal({ withdrawal, order }: ReceivedWithdrawalProps) {
  const { noun } = withdrawalTexts[order.wording];
  return (
    <Notice tone="success" title={`We have received your ${noun}`} className="mt-6">
      <p>
        It reached us on {displayStamp(withdrawal.submittedAt)}. A mail to {order.customerEmail} says the
        same: please keep it.
      </p>
      <Contents withdrawal={withdrawal} />
      <p className="mt-2">{nextStep(withdrawal)}</p>
      {withdrawal.isLate && (
        <p className="mt-2">The 14 days may be over: we look at it and write to you what we can do.</p>
      )}
    </Notice>
  );
}

interface EarlierWithdrawalsProps {
  withdrawals: readonly WithdrawalView[];
  texts: { noun: string };
}

/** What was cancelled of the order before, with how far each is; nothing where nothing was. */
export function EarlierWithdrawals({ withdrawals, texts }: EarlierWithdrawalsProps) {
  if (withdrawals.length === 0) return null;
  return (
    <Card className="mt-6" role="region" aria-labelledby="earlier">
      <h2 id="earlier" className="text-xl">
        What you have told us
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="py-3">
            <p className="font-medium">
              Your {texts.noun} of {displayStamp(withdrawal.submittedAt)}
            </p>
            <Contents withdrawal={withdrawal} />
            <p className="mt-1 text-ink-soft">{stateText(withdrawal)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Contents({ withdrawal }: { withdrawal: WithdrawalView }) {
  return (
    <ul className="mt-1 list-disc pl-6">
      {withdrawal.lines.map((line) => (
        <li key={line.lineId}>{withdrawnText(line)}</li>
      ))}
    </ul>
  );
}

function stateText(withdrawal: WithdrawalView): string {
  if (withdrawal.state === "refunded") return "We have refunded it.";
  if (withdrawal.state === "closed") return `Closed without a refund: ${withdrawal.closingNote}`;
  return nextStep(withdrawal);
}

function nextStep({ sendBackBy, goodsBackAt, refundBy }: WithdrawalView): string {
  if (refundBy) {
    const since = goodsBackAt ? "The goods are back with us" : "None of it has gone out";
    return `${since}: we pay you back by ${displayDate(refundBy)}.`;
  }
  return `Please send the goods back by ${displayDate(sendBackBy ?? "")}. We pay you back within 14 days of having them, or proof that you sent them.`;
}
