import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayStamp } from "#server/core/shop-time.ts";
import { withdrawnText } from "#server/orders/withdrawal-rules.ts";
import { withdrawalWords } from "#server/orders/withdrawal-words.ts";
import type { WithdrawableOrder, WithdrawalView } from "#server/orders/withdrawals.server.ts";

interface ReceivedWithdrawalProps {
  withdrawal: WithdrawalView;
  order: Pick<WithdrawableOrder, "wording" | "customerEmail">;
}

/** What was received just now, and what happens next. */
export function ReceivedWithdrawal({ withdrawal, order }: ReceivedWithdrawalProps) {
  const { noun } = withdrawalWords[order.wording];
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
  words: { noun: string };
}

/** What was cancelled of the order before, with how far each is; nothing where nothing was. */
export function EarlierWithdrawals({ withdrawals, words }: EarlierWithdrawalsProps) {
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
              Your {words.noun} of {displayStamp(withdrawal.submittedAt)}
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
