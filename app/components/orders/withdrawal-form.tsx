import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, FieldError, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import type { TypedWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { LONGEST_REASON, markWords } from "#server/orders/withdrawal-rules.ts";
import type { WithdrawableOrder } from "#server/orders/withdrawals.server.ts";

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
  const lines = order.lines.filter(({ left, lineId }) => left > 0 || errors[`quantity.${lineId}`]);
  const units = lines.reduce((sum, { left }) => sum + left, 0);
  return (
    <Card className="mt-8" role="region" aria-labelledby="what">
      <Form method="post" noValidate preventScrollReset className="grid gap-6">
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
        <FieldError id="lines-error" errors={errors.lines} />
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
              {...(errors[`quantity.${lineId}`] ? { errors: errors[`quantity.${lineId}`] } : {})}
              className="clear-both max-w-40"
            />
            {order.isSent &&
              markWords.map(({ mark, choice }) => (
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
          errors={errors.reason}
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
