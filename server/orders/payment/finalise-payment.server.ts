import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import type Stripe from "stripe";
import { z } from "zod";
import { Checkout, FailedOrder, Order, Payment, Refund } from "#db/entities/index.ts";
import { LONGEST_UNDECIDED_HOLD_MILLISECONDS } from "#server/checkout/checkout-limits.ts";
import { forgetPaidHold } from "#server/checkout/hold-for-address.server.ts";
import { extendHold } from "#server/checkout/release-holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import type { PaymentMethod } from "#server/payments/payment-status.ts";
import { findPayPalCapture, isPayPalId } from "#server/payments/paypal/paypal-calls.server.ts";
import { isMissingAtStripe } from "#server/payments/stripe-refusal.server.ts";
import { formatMoney } from "#server/pricing/currency.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { recordLostPayment, recordReturnedPayment } from "../failed/record-failed-payment.server.ts";
import { createOrder } from "../placing/create-order.server.ts";
import { refundPayment } from "../refunds/refund-payment.server.ts";
import { refundedOf } from "../refunds/refund-rules.ts";
import { bookPayment } from "./book-payment.server.ts";
import {
  attachToOrder,
  importDoubtsOf,
  importEarlierRefunds,
  importRefundsOf,
} from "./import-since-payment.server.ts";
import { keepStrayPayment } from "./keep-stray-payment.server.ts";
import { type ReceivedPayment, receivedThroughPayPal, receivedThroughStripe } from "./received-payment.ts";

export type FinaliseOutcome =
  | { kind: "paid"; orderId: number; invoiceNumber: string; created: boolean }
  | { kind: "processing" }
  | { kind: "unpaid"; message: string }
  | { kind: "unmatched" };

/** What the client that reports the payment may add to the order. */
export interface FinaliseWishes {
  invoiceNumber?: string;
  claimed?: Record<string, unknown>;
}

/** While the provider is still deciding, the stock stays held for so long from the last look. */
const PROCESSING_HOLD_MILLISECONDS = 60 * 60 * 1000;
const NOT_PAID = "Payment was not completed successfully";
const RETURNED = "This payment was refunded.";

const paymentIntentId = z.string().regex(/^pi_[A-Za-z0-9_]{1,90}$/);

/**
 * The only way from a shopper's payment to its order: the return page, POST /api/orders, the webhook and the sweeper
 * all come here, at the same time and as often as they like. Asks the provider what became of the payment, then makes
 * the order once.
 */
export async function finalisePayment(
  context: Context,
  provider: PaymentMethod,
  paymentId: string,
): Promise<FinaliseOutcome> {
  const known = await findOrderOfPayment(context, paymentId, provider);
  if (known) return known;
  const payment = await retrievePayment(context, provider, paymentId);
  return payment ? finaliseReceived(context, payment) : { kind: "unmatched" };
}

/** The payment as its provider has it now: an intent of Stripe's or a capture of PayPal's. */
export async function retrievePayment(
  context: Context,
  provider: PaymentMethod,
  paymentId: string,
): Promise<ReceivedPayment | undefined> {
  if (provider === "paypal") {
    const { paypal } = context.gateways;
    const capture = paypal && (await findPayPalCapture(paypal, paymentId));
    return capture && receivedThroughPayPal(capture);
  }
  const intent = await retrieveIntent(context, paymentId);
  return intent && receivedThroughStripe(intent);
}

/** The order a payment has bought already. */
export async function findOrderOfPayment(
  context: Context,
  paymentId: string,
  provider: PaymentMethod = "stripe",
): Promise<Extract<FinaliseOutcome, { kind: "paid" }> | undefined> {
  const possible =
    provider === "paypal" ? isPayPalId(paymentId) : paymentIntentId.safeParse(paymentId).success;
  if (!possible) return undefined;
  const order = await context.em
    .fork()
    .findOne(
      Order,
      { paymentMethod: provider, transactionId: paymentId },
      { fields: ["id", "invoiceNumber"], disableIdentityMap: true },
    );
  return order ? paid(order, false) : undefined;
}

/** The payment as the provider has it now; undefined when it is not one of this shop's account. */
export async function retrieveIntent(
  context: Context,
  paymentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  if (!paymentIntentId.safeParse(paymentId).success) return undefined;
  try {
    return await context.gateways.stripe.client.paymentIntents.retrieve(paymentId, {
      expand: ["latest_charge"],
    });
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

/** As `finalisePayment`, with the payment just retrieved from Stripe. */
export function finaliseIntent(context: Context, intent: Stripe.PaymentIntent): Promise<FinaliseOutcome> {
  return finaliseReceived(context, receivedThroughStripe(intent));
}

/** As `finalisePayment`, with the payment just retrieved from its provider. */
export async function finaliseReceived(
  context: Context,
  payment: ReceivedPayment,
  wishes: FinaliseWishes = {},
): Promise<FinaliseOutcome> {
  const { checkoutId } = payment;
  if (!checkoutId) return stray(context, payment);
  if (payment.state === "processing") return waitFor(context, payment, checkoutId);
  if (payment.state === "unpaid") return { kind: "unpaid", message: payment.message ?? NOT_PAID };
  await importEarlierRefunds(context, payment, checkoutId);
  const result = await inTransaction(
    context.em,
    (em) => takePayment(em, context, payment, checkoutId, wishes),
    {
      // Orders are unique by checkout, by payment and by number: whoever comes second looks again and finds the order.
      retryUniqueViolations: true,
    },
  );
  if (result.kind !== "stray") await importDoubtsOf(context, payment);
  if (result.kind === "second") {
    await refundPayment(context, { checkoutId, paymentId: payment.id, reason: "duplicate" });
    return result.order;
  }
  if (result.kind === "stray") return stray(context, payment);
  const lost = { checkoutId, paymentId: payment.id, amount: formatMoney(payment.amountReceived, payment) };
  if (result.kind === "lost") {
    await recordLostPayment(context, { ...lost, reason: result.reason });
    return { kind: "unmatched" };
  }
  if (result.kind === "returned") {
    if (result.byProvider) await recordReturnedPayment(context, lost);
    return { kind: "unpaid", message: RETURNED };
  }
  if (result.kind === "paid" && result.created) await forgetPaidHold(context, checkoutId);
  return result;
}

type Taken =
  | FinaliseOutcome
  /** Another payment has bought this checkout's order: this one goes back. */
  | { kind: "second"; order: FinaliseOutcome }
  /** Money came that fits nothing we priced: a person must look. */
  | { kind: "lost"; reason: string }
  /**
   * All of it has gone back. It makes no order, since nothing may be sent for it: money that came and went is in the
   * books as both. Staff are told when it was given back behind this shop's back (`byProvider`).
   */
  | { kind: "returned"; byProvider: boolean }
  /** It names a checkout that is not in this database. */
  | { kind: "stray" };

async function stray(context: Context, payment: ReceivedPayment): Promise<FinaliseOutcome> {
  if (payment.state === "succeeded") {
    await keepStrayPayment(context, payment);
    await importRefundsOf(context, payment);
    await importDoubtsOf(context, payment);
  }
  return { kind: "unmatched" };
}

async function takePayment(
  em: EntityManager,
  context: Context,
  received: ReceivedPayment,
  checkoutId: string,
  wishes: FinaliseWishes,
): Promise<Taken> {
  const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!checkout) return { kind: "stray" };
  const existing = await em.findOne(
    Order,
    { checkout: checkoutId },
    { fields: ["id", "invoiceNumber", "transactionId"] },
  );
  if (existing?.transactionId === received.id) return paid(existing, false);

  const payment = await bookPayment(em, context, received, checkout);
  const refunds = await em.find(Refund, { payment: payment.id });
  const hasGone =
    refunds.length > 0 ? refundedOf(refunds) >= payment.amountReceived : payment.status === "refunded";
  if (hasGone) {
    // While it is only asked for, it is still here and listed.
    const isAskedFor = refunds.some(({ status }) => status === "requested");
    payment.status = isAskedFor ? "succeeded" : "refunded";
    if (existing && isAskedFor) return paid(existing, false);
    return { kind: "returned", byProvider: refunds.every(({ source }) => source === "provider") };
  }
  payment.status = "succeeded";
  if (existing) return { kind: "second", order: paid(existing, false) };

  if (received.currency !== "gbp")
    return { kind: "lost", reason: `It was paid in ${received.currency}, not in pounds.` };
  // A script has paid and not yet said what it buys (docs/rules.md#prices-5); the sweeper watches that it does.
  if (!checkout.snapshot || !checkout.details) return { kind: "unmatched" };
  const bought = boughtWith(received.amountReceived, payment, checkout);
  if (!bought?.snapshot) {
    return {
      kind: "lost",
      reason: `${formatPounds(received.amountReceived)} was paid, but the checkout comes to ${formatPounds(checkout.totalAmount)}.`,
    };
  }
  const order = await createOrder(em, context, {
    checkout,
    details: bought.details ?? checkout.details,
    snapshot: bought.snapshot,
    provider: received.provider,
    transactionId: received.id,
    invoiceNumber: wishes.invoiceNumber ?? null,
    claimed: wishes.claimed ?? null,
    paidAt: received.paidAt,
  });
  payment.isMatched = true;
  await attachToOrder(em, context, order, payment);
  await em.nativeUpdate(
    FailedOrder,
    { checkout: checkoutId, resolvedAt: null },
    { resolvedAt: context.clock.now() },
  );
  return paid(order, true);
}

/**
 * What was priced at exactly the amount received, and where it goes: as the shopper saw it when they paid, else as the
 * checkout stands now.
 */
function boughtWith(
  received: number,
  payment: Pick<Payment, "snapshot" | "details">,
  checkout: Pick<Checkout, "snapshot" | "details">,
): Pick<Payment, "snapshot" | "details"> | undefined {
  return [payment, checkout].find(({ snapshot }) => snapshot?.total === received);
}

async function waitFor(
  context: Context,
  { provider, id, sessionId }: ReceivedPayment,
  checkoutId: string,
): Promise<FinaliseOutcome> {
  await context.em.fork().nativeUpdate(
    Payment,
    {
      provider,
      providerPaymentId: { $in: sessionId ? [id, sessionId] : [id] },
      status: { $in: ["created", "failed"] },
    },
    { status: "processing" },
  );
  const until = new Date(context.clock.now().getTime() + PROCESSING_HOLD_MILLISECONDS);
  await extendHold(context, checkoutId, until, LONGEST_UNDECIDED_HOLD_MILLISECONDS);
  log("info", "a payment is still processing", { paymentId: id, requestId: context.requestId });
  return { kind: "processing" };
}

function paid(
  order: Pick<Order, "id" | "invoiceNumber">,
  created: boolean,
): Extract<FinaliseOutcome, { kind: "paid" }> {
  return { kind: "paid", orderId: order.id, invoiceNumber: order.invoiceNumber, created };
}
