import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { displayDate } from "#app/lib/display.ts";
import type { TypedWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { withdrawalWords } from "#server/orders/withdrawal-words.ts";
import type { WithdrawableOrder } from "#server/orders/withdrawals.server.ts";

interface WithdrawalCheckProps {
  order: WithdrawableOrder;
  typed: TypedWithdrawal;
  /** Such as "2 × Premium Biochar (unsealed)". */
  contents: readonly string[];
}

/** The second step: the statement as it will be sent, and the button that sends it. */
export function WithdrawalCheck({ order, typed, contents }: WithdrawalCheckProps) {
  const words = withdrawalWords[order.wording];
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
          <p>{words.notice}:</p>
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
            {words.confirm}
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
