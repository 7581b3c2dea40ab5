import { randomBytes } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Dispute, Payment, Refund } from "../entities/index.ts";

interface StandInRow {
  id: string;
  provider: "stripe" | "paypal";
  kind: string;
  body: Record<string, unknown>;
  at: Date;
}

/** What went back of a payment, and whether its bank holds it. */
export interface PaymentHistory {
  refunds: Refund[];
  dispute: Dispute | null;
}

/**
 * Writes what the stand-ins for Stripe and PayPal know of the demo payments (`server/sandbox/`), so that staff can
 * refund them, and the books agree with the provider's lists.
 */
export async function createStandInPayments(
  em: EntityManager,
  payments: readonly (PaymentHistory & { payment: Payment })[],
): Promise<void> {
  const rows = payments.flatMap(({ payment, ...history }) =>
    payment.provider === "stripe" ? cardRows(payment, history) : payPalRows(payment, history),
  );
  await em.execute(
    `insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
     select id, provider, kind, body, at, at
       from jsonb_to_recordset(?::jsonb) as given (id text, provider text, kind text, body jsonb, at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

const CURRENCY = "gbp";
const TEST_CARD = "4242424242424242";

function cardRows(payment: Payment, { refunds, dispute }: PaymentHistory): StandInRow[] {
  const { providerPaymentId: intent, amount, createdAt: at } = payment;
  const number = intent.replace(/^pi_/, "");
  const [charge, method] = [`ch_${number}`, `pm_${number}`];
  const common = { created: secondsOf(at), currency: CURRENCY };
  const words = { description: null, receipt_email: null };
  const card = {
    id: method,
    created: common.created,
    brand: "visa",
    last4: TEST_CARD.slice(-4),
    exp_month: 12,
    exp_year: at.getUTCFullYear() + 3,
    test_card: TEST_CARD,
  };
  const row = (id: string, kind: string, body: Record<string, unknown>, moment = at): StandInRow => ({
    id,
    provider: "stripe",
    kind,
    body: { id, ...body },
    at: moment,
  });
  return [
    row(method, "payment_method", card),
    row(intent, "payment_intent", {
      ...common,
      ...words,
      amount,
      amount_received: amount,
      status: "succeeded",
      client_secret: `${intent}_secret_${randomBytes(12).toString("hex")}`,
      statement_descriptor_suffix: null,
      metadata: { checkout_id: payment.checkout.id },
      automatic_payment_methods: null,
      payment_method_types: ["card"],
      allowed_payment_method_types: null,
      payment_method: method,
      latest_charge: charge,
      last_payment_error: null,
      challenge: null,
      canceled_at: null,
      cancellation_reason: null,
      session: null,
    }),
    row(charge, "charge", {
      ...common,
      ...words,
      amount,
      amount_refunded: sumOf(refunds),
      status: "succeeded",
      payment_intent: intent,
      payment_method: method,
      card,
      authenticated: false,
      failure: null,
      blocked: false,
      disputed: dispute !== null,
      metadata: { checkout_id: payment.checkout.id },
    }),
    ...refunds.map((refund) =>
      row(
        refund.providerRefundId ?? "",
        "refund",
        {
          created: secondsOf(refund.createdAt),
          amount: refund.amount,
          currency: CURRENCY,
          charge,
          payment_intent: intent,
          status: "succeeded",
          reason: "requested_by_customer",
          failure_reason: null,
          metadata: { refund_key: refund.key },
        },
        refund.createdAt,
      ),
    ),
    ...(dispute
      ? [
          row(
            dispute.providerDisputeId,
            "dispute",
            {
              created: secondsOf(dispute.openedAt),
              amount: dispute.amount,
              currency: CURRENCY,
              charge,
              payment_intent: intent,
              reason: dispute.reason,
              status: "needs_response",
              due_by: secondsOf(dispute.evidenceDueAt ?? dispute.openedAt),
            },
            dispute.openedAt,
          ),
        ]
      : []),
  ];
}

function payPalRows(payment: Payment, { refunds }: PaymentHistory): StandInRow[] {
  const { providerPaymentId: id, providerSessionId, createdAt: at } = payment;
  const order = providerSessionId ?? id;
  const created = atPayPal(at);
  const amount = pounds(payment.amount);
  const invoice = { custom_id: payment.checkout.id, invoice_id: `${payment.checkout.id}-1` };
  const refunded = sumOf(refunds);
  const row = (rowId: string, kind: string, body: Record<string, unknown>, moment = at): StandInRow => ({
    id: rowId,
    provider: "paypal",
    kind,
    body: { id: rowId, ...body },
    at: moment,
  });
  return [
    row(order, "order", {
      status: "COMPLETED",
      purchase_unit: { amount, ...invoice },
      return_url: null,
      cancel_url: null,
      approval_url: `https://www.sandbox.paypal.com/checkoutnow?token=${order}`,
      funding: "paid",
      captures: [id],
      created,
    }),
    row(id, "capture", {
      order,
      status: refunded === 0 ? "COMPLETED" : refunded < payment.amount ? "PARTIALLY_REFUNDED" : "REFUNDED",
      amount,
      ...invoice,
      refunded,
      created,
    }),
    ...refunds.map((refund) =>
      row(
        refund.providerRefundId ?? "",
        "refund",
        {
          capture: id,
          status: "COMPLETED",
          amount: pounds(refund.amount),
          note_to_payer: refund.reason,
          custom_id: refund.key,
          invoice_id: null,
          created: atPayPal(refund.createdAt),
        },
        refund.createdAt,
      ),
    ),
  ];
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

function atPayPal(moment: Date): string {
  return moment.toISOString().replace(/\.\d+Z$/, "Z");
}

function pounds(pence: number): { currency_code: string; value: string } {
  return { currency_code: "GBP", value: (pence / 100).toFixed(2) };
}
