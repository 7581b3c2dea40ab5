import { Link } from "@remix-run/react";
import { useState } from "react";
import { useCommand } from "#app/components/staff/kit/use-command.ts";
import { Button, SmallButton } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayMoment } from "#app/lib/display.ts";
import { useMay } from "#app/lib/use-may.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import { profileOf } from "#server/payments/provider-list.ts";
import { ledgerCommands } from "#server/reports/ledger.ts";
import type { UnmatchedPayment } from "#server/reports/list-unmatched.server.ts";

/** Money that came and has neither bought an order nor gone back, of whatever month, with what can be done. */
export function UnmatchedPayments({ payments, total }: { payments: UnmatchedPayment[]; total: number }) {
  return (
    <section aria-labelledby="unmatched" className="grid gap-3">
      <h3 id="unmatched" className="text-lg">
        Unmatched payments
      </h3>
      {payments.length === 0 ? (
        <p className="text-ink-soft">Every payment has its order or its refund.</p>
      ) : (
        <ul className="grid gap-3">
          {payments.map((payment) => (
            <UnmatchedRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {total > payments.length && (
        <p className="text-sm text-ink-soft">
          The oldest {payments.length} of {total}.
        </p>
      )}
    </section>
  );
}

function UnmatchedRow({ payment }: { payment: UnmatchedPayment }) {
  const [asking, setAsking] = useState(false);
  const maySettle = useMay("reconciliation.settle");
  const again = useCommand<never>();
  // Also when it was refused: it may have bought an order or gone back meanwhile, or its refund waits from now on.
  const refund = useCommand<never>(undefined, undefined, { renewsAnyway: true });
  const refusal = again.refusal ?? refund.refusal;
  const left = formatProviderMoney(payment.left, payment);
  // What is asked for and has not gone: there is nothing to decide, and something to see.
  const shown = payment.left > 0 ? left : formatProviderMoney(payment.amount, payment);
  const name = payment.customerName ?? "Somebody unknown";
  return (
    <li className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4 md:grid-cols-[1fr_2fr_auto] md:items-center">
      <div>
        <p className="font-medium tabular-nums">{shown}</p>
        <p>{name}</p>
        {payment.customerEmail && <p className="text-sm break-all text-ink-soft">{payment.customerEmail}</p>}
      </div>
      <div className="grid gap-1">
        <p>{payment.reason}</p>
        {payment.refund && <RefundSoFar {...payment.refund} />}
        <p className="text-sm text-ink-soft">
          {profileOf(payment.provider).name} <span className="break-all">{payment.providerPaymentId}</span> ·{" "}
          {displayMoment(payment.receivedAt)}
          {payment.left > 0 && payment.left < payment.amount && (
            <span> · of {formatProviderMoney(payment.amount, payment)}</span>
          )}
        </p>
        <p className="flex flex-wrap gap-4 text-sm">
          {payment.orderId && (
            <Link to={`/admin?tab=orders&order=${payment.orderId}`} className="underline">
              Order {payment.invoiceNumber}
            </Link>
          )}
          {payment.failedOrderId && (
            <Link to="/admin?tab=failed" className="underline">
              Failed order
            </Link>
          )}
        </p>
        {refusal && (
          <Notice tone="error" title="It was not done">
            {refusal.message}
          </Notice>
        )}
      </div>
      {maySettle && (
        <div className="flex flex-wrap gap-2 md:flex-col">
          <SmallButton
            pending={again.pending}
            onClick={() => again.send(ledgerCommands.finaliseAgain, { paymentId: payment.id })}
          >
            Finalise again <span className="sr-only">the payment {payment.providerPaymentId}</span>
          </SmallButton>
          {payment.left > 0 && (
            <Button type="button" variant="danger" size="small" onClick={() => setAsking(true)}>
              Refund it <span className="sr-only">the payment {payment.providerPaymentId}</span>
            </Button>
          )}
        </div>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title={`Refund ${left}?`}>
        <div className="grid gap-5">
          <p>
            {name} gets {left} back through {profileOf(payment.provider).name}. From then on this payment can
            no longer become an order. It cannot be undone.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              type="button"
              variant="danger"
              pending={refund.pending}
              onClick={async () => {
                await refund.send(ledgerCommands.refundUnmatched, {
                  paymentId: payment.id,
                  seenLeft: payment.left,
                });
                setAsking(false);
              }}
            >
              Refund {left} now
            </Button>
            <Button type="button" variant="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      </Dialog>
    </li>
  );
}

function RefundSoFar({ status, failure }: NonNullable<UnmatchedPayment["refund"]>) {
  if (status === "requested") {
    return <p>Its refund waits{failure && `: ${failure}`}. The shop asks for it again by itself.</p>;
  }
  return failure ? <p>The refund did not go through: {failure}</p> : null;
}
