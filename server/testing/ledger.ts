import { randomUUID } from "node:crypto";
import { Checkout, Dispute, Order, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { makeOrder } from "./factories.ts";
import { forgetAtProviders } from "./sandbox.ts";

interface PaymentInput {
  provider?: ProviderId;
  /** Pence received. */
  amount?: number;
  currency?: string;
  receivedAt?: Date;
}

/** A received payment of £20.00 that bought nothing. */
export async function makePayment(context: Context, input: PaymentInput = {}): Promise<Payment> {
  const { provider = "stripe", amount = 2000, currency = "gbp", receivedAt = context.clock.now() } = input;
  const em = context.em.fork();
  const checkout = em.create(Checkout, { id: randomUUID(), status: "expired", totalAmount: amount });
  const payment = em.create(Payment, {
    checkout,
    provider,
    providerPaymentId: `pi_${randomUUID().replaceAll("-", "")}`,
    amount,
    amountReceived: amount,
    currency,
    status: "succeeded",
    receivedAt,
    createdAt: receivedAt,
  });
  await em.flush();
  return payment;
}

/** An order of £20.00 units, and the payment that bought it. */
export async function makePaidOrder(
  context: Context,
  { ordered, ...input }: PaymentInput & { ordered?: number } = {},
): Promise<{ order: Order; payment: Payment }> {
  const payment = await makePayment(context, input);
  const { provider, providerPaymentId, amountReceived, receivedAt, checkout } = payment;
  const order = await makeOrder(context, { createdAt: receivedAt ?? new Date() });
  const em = context.em.fork();
  await em.nativeUpdate(
    Order,
    { id: order.id },
    {
      checkout: checkout.id,
      paymentMethod: provider,
      transactionId: providerPaymentId,
      totalAmount: ordered ?? amountReceived,
      paidAt: receivedAt ?? null,
    },
  );
  await em.nativeUpdate(Payment, { id: payment.id }, { isMatched: true });
  await em.nativeUpdate(Checkout, { id: checkout.id }, { status: "paid" });
  return { order, payment };
}

/** Money of a payment that has gone back, on the day given. */
export async function makeRefund(
  context: Context,
  payment: Pick<Payment, "id">,
  amount: number,
  input: { order?: number; status?: Refund["status"]; source?: Refund["source"]; createdAt?: Date } = {},
): Promise<Refund> {
  const em = context.em.fork();
  const isKnownThere = input.status !== "requested";
  const refund = em.create(Refund, {
    key: randomUUID(),
    payment: payment.id,
    amount,
    reason: "Made for a test",
    source: "staff",
    status: "succeeded",
    providerRefundId: isKnownThere ? `re_${randomUUID().replaceAll("-", "")}` : null,
    createdAt: context.clock.now(),
    ...input,
  });
  await em.flush();
  return refund;
}

/** Money of an order that went back. */
export async function refundOrder(
  context: Context,
  order: Pick<Order, "id">,
  amount: number,
  status: Refund["status"] = "succeeded",
): Promise<Refund> {
  return makeRefund(context, await makePayment(context, { amount }), amount, { order: order.id, status });
}

/** A dispute that the customer has won. */
export async function makeLostDispute(
  context: Context,
  payment: Pick<Payment, "id">,
  amount: number,
  order?: Pick<Order, "id">,
): Promise<void> {
  const em = context.em.fork();
  em.create(Dispute, {
    provider: "stripe",
    providerDisputeId: `dp_${randomUUID().replaceAll("-", "")}`,
    payment: payment.id,
    order: order?.id ?? null,
    amount,
    amountTaken: amount,
    amountLost: amount,
    reason: "fraudulent",
    status: "lost",
    openedAt: context.clock.now(),
  });
  await em.flush();
}

/** A day back and a day ahead: what tests pay happens on the real clock, as the providers' lists have it. */
export function aroundNow(): { from: Date; to: Date } {
  const day = 24 * 60 * 60 * 1000;
  return { from: new Date(Date.now() - day), to: new Date(Date.now() + day) };
}

/** Both sides without money, and this one without orders. A truncation of what depends on them takes thirty times as long. */
export async function forgetAllMoney({ em }: Context): Promise<void> {
  forgetAtProviders();
  const tables = [
    ...["correction_note", "refund", "payment_warning", "dispute", "payment"],
    ...["order_event", "order_line", "customer_order"],
  ];
  await em.fork().execute(tables.map((table) => `delete from ${table}`).join(";"));
}
