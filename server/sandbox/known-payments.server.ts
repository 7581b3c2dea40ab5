import { amountOf } from "./paypal/create-paypal-order.server.ts";
import type { OrderState } from "./paypal/paypal-shapes.ts";
import { payPalCaptures, payPalOrders, payPalRefunds } from "./paypal/paypal-store.server.ts";
import type { Kind, Store } from "./store.server.ts";
import { newCharge, newIntent } from "./stripe/payment-intents.server.ts";
import { charges, disputes, paymentIntents, refunds } from "./stripe/sandbox-store.server.ts";

/** A payment in pounds that was made before the stand-ins were there, and what went back of it. Times in milliseconds. */
export interface KnownPayment {
  provider: "stripe" | "paypal";
  id: string;
  /** PayPal's order. */
  orderId: string | null;
  checkoutId: string;
  amount: number;
  at: number;
  refunds: { id: string; key: string; amount: number; at: number }[];
  dispute: { id: string; amount: number; reason: string; at: number; dueAt: number } | null;
}

const known: Kind<{ id: string }> = { provider: "stripe", kind: "known_payment" };

/** Keeps what is new among these, and forgets those that they no longer contain, so that the books agree. */
export function keepKnownPayments(store: Store, payments: readonly KnownPayment[]): void {
  for (const payment of payments) {
    if (store.find(known, payment.id)) continue;
    store.put(known, { id: payment.id });
    if (payment.provider === "stripe") keepCardPayment(store, payment);
    else keepPayPalPayment(store, payment);
  }
  const listed = new Set(payments.map(({ id }) => id));
  for (const { body } of store.list(known)) if (!listed.has(body.id)) forgetPayment(store, body.id);
}

/** The payment, and whatever names it. */
function forgetPayment(store: Store, payment: string): void {
  for (const [provider, kind, id, body] of [...store.all()]) {
    if (
      id !== payment &&
      !Object.values(body ?? {})
        .flat()
        .includes(payment)
    )
      continue;
    store.remove({ provider: provider === "paypal" ? "paypal" : "stripe", kind }, id);
  }
}

function keepCardPayment(store: Store, payment: KnownPayment): void {
  const { id, amount, at, checkoutId, dispute } = payment;
  const created = seconds(at);
  const metadata = { checkout_id: checkoutId };
  const intent = newIntent(
    { amount, currency: "gbp", metadata, payment_method_types: ["card"], session: null },
    id,
  );
  const amount_refunded = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const succeeded = { created, status: "succeeded" } as const;
  const charge = newCharge(intent, undefined, { ...succeeded, amount_refunded, disputed: dispute !== null });
  store.put(charges, charge, at);
  const paid = { ...intent, ...succeeded, amount_received: amount };
  store.put(paymentIntents, { ...paid, latest_charge: charge.id }, at);
  const parts = { currency: intent.currency, charge: charge.id, payment_intent: id };
  for (const refund of payment.refunds) {
    store.put(
      refunds,
      {
        ...parts,
        id: refund.id,
        created: seconds(refund.at),
        amount: refund.amount,
        status: "succeeded",
        reason: "requested_by_customer",
        failure_reason: null,
        metadata: { refund_key: refund.key },
      },
      refund.at,
    );
  }
  if (!dispute) return;
  const { id: disputeId, reason, at: opened, dueAt } = dispute;
  store.put(
    disputes,
    {
      ...parts,
      id: disputeId,
      created: seconds(opened),
      amount: dispute.amount,
      reason,
      status: "needs_response",
      due_by: seconds(dueAt),
    },
    opened,
  );
}

function keepPayPalPayment(store: Store, payment: KnownPayment): void {
  const { id, at, checkoutId } = payment;
  const refunded = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const [created, amount] = [payPalTime(at), amountOf(payment.amount, "GBP")];
  const numbers = { custom_id: checkoutId, invoice_id: `${checkoutId}-1` };
  const order: OrderState = {
    id: payment.orderId ?? id,
    status: "COMPLETED",
    purchase_unit: { amount, ...numbers },
    return_url: null,
    cancel_url: null,
    approval_url: "https://www.sandbox.paypal.com/checkoutnow",
    funding: "paid",
    askAgain: false,
    attempts: 0,
    captures: [id],
    created,
  };
  store.put(payPalOrders, order, at);
  store.put(
    payPalCaptures,
    {
      ...numbers,
      id,
      order: order.id,
      status: refunded === 0 ? "COMPLETED" : refunded < payment.amount ? "PARTIALLY_REFUNDED" : "REFUNDED",
      amount,
      refunded,
      created,
    },
    at,
  );
  for (const refund of payment.refunds) {
    store.put(
      payPalRefunds,
      {
        id: refund.id,
        capture: id,
        status: "COMPLETED",
        amount: amountOf(refund.amount, "GBP"),
        custom_id: refund.key,
        created: payPalTime(refund.at),
      },
      refund.at,
    );
  }
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

function payPalTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}
