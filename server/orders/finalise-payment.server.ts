import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Order, Payment, Refund } from "#db/entities/index.ts";
import { LONGEST_UNDECIDED_HOLD_MILLISECONDS } from "#server/checkout/checkout.ts";
import { extendHold, releasePaidHold } from "#server/checkout/holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { outageBehind } from "#server/core/database-outage.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { formatProviderMoney, type ReceivedPayment } from "#server/payments/provider-facts.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { currencyName, formatMoney, knownCurrency } from "#server/pricing/money.ts";
import { bookPayment, storeUnmatchedPayment } from "./book-payment.server.ts";
import { type LostPayment, recordLostPayment, recordReturnedPayment } from "./failed-orders.server.ts";
import {
  attachToOrder,
  importEarlierRefunds,
  importRefundsOf,
  importWarningsOf,
} from "./import-since-payment.server.ts";
import { refundedOf } from "./refund-rules.ts";
import { refundPayment } from "./send-refund.server.ts";
import { createOrder } from "./write-order.server.ts";

export type FinaliseOutcome =
  | { kind: "paid"; orderId: number; invoiceNumber: string; created: boolean }
  | { kind: "processing" }
  | { kind: "unpaid"; message: string }
  | { kind: "unmatched" };

/** What the client that reports the payment may add to the order. */
interface FinaliseOptions {
  invoiceNumber?: string;
  claimed?: Record<string, unknown>;
}

/** While the provider is still deciding, the stock stays held for so long from the last look. */
const PROCESSING_HOLD_MILLISECONDS = 60 * 60 * 1000;
const NOT_PAID = "Payment was not completed successfully";
const RETURNED = "This payment was refunded.";

/**
 * The way from a payment to its order: the return page, POST /api/orders (but for what `placeAtOnce` takes), the
 * webhook and the sweeper all come here, at the same time and as often as they like. Asks the provider what became of
 * the payment, then makes the order once.
 */
export async function finalisePayment(
  context: Context,
  provider: ProviderId,
  paymentId: string,
): Promise<FinaliseOutcome> {
  const { isPaymentId, retrieve } = providerOf(provider);
  const bought = { paymentMethod: provider, transactionId: paymentId };
  const known = isPaymentId(paymentId) && (await findMadeOrder(context, bought));
  if (known) return known;
  const payment = await retrieve(context, paymentId);
  return payment ? finaliseReceived(context, payment) : { kind: "unmatched" };
}

/** The order of a payment or a checkout that was made already. */
export async function findMadeOrder(
  { em }: Context,
  of: { checkout: string } | { paymentMethod: ProviderId; transactionId: string },
): Promise<Extract<FinaliseOutcome, { kind: "paid" }> | undefined> {
  const read = { fields: ["id", "invoiceNumber"], disableIdentityMap: true } as const;
  const order = await em.fork().findOne(Order, of, read);
  return order ? paid(order, false) : undefined;
}

/**
 * Finalises what was opened for a shopper and is paid on the provider's own page. Like `finalisePayment` it may be
 * called any number of times and at once, from the return page, the webhook and the sweeper.
 */
export async function finalisePage(
  context: Context,
  provider: ProviderId,
  sessionId: string,
): Promise<FinaliseOutcome> {
  const { sessions } = providerOf(provider);
  const page = sessions.kind === "page" ? await sessions.find(context, sessionId) : undefined;
  if (!page) return { kind: "unmatched" };
  const { paymentId, isComplete } = page;
  if (!paymentId) return { kind: "unpaid", message: NOT_PAID };
  // Until the shopper paid, the session's id stood in for the payment's. The webhook may have been here before. After a
  // refused card the page is still open, and its payment can only be ended as a page.
  if (isComplete) await fileUnderPayment(context, { provider, sessionId, paymentId });
  return finalisePayment(context, provider, paymentId);
}

async function fileUnderPayment(
  context: Context,
  { provider, sessionId, paymentId }: { provider: ProviderId; sessionId: string; paymentId: string },
): Promise<void> {
  await context.em.fork().execute(
    `update payment set provider_payment_id = ? where provider = ? and provider_payment_id = ?
        and not exists (select 1 from payment where provider = ? and provider_payment_id = ?)`,
    [paymentId, provider, sessionId, provider, paymentId],
  );
}

/** As `finalisePayment`, with the payment just retrieved from its provider. */
export async function finaliseReceived(
  context: Context,
  payment: ReceivedPayment,
  options: FinaliseOptions = {},
): Promise<FinaliseOutcome> {
  const { checkoutId } = payment;
  if (!checkoutId) return reportUnmatched(context, payment);
  if (payment.state === "processing") return waitFor(context, payment, checkoutId);
  if (payment.state === "unpaid") return { kind: "unpaid", message: payment.message ?? NOT_PAID };
  await importEarlierRefunds(context, payment, checkoutId);
  const lost = {
    checkoutId,
    paymentId: payment.id,
    amount: formatProviderMoney(payment.amountReceived, payment),
  };
  const result = await takeOrReport(context, payment, lost, options);
  if (result.kind !== "unmatched") await importWarningsOf(context, payment);
  if (result.kind === "second") {
    await refundPayment(context, { checkoutId, paymentId: payment.id, reason: "duplicate" });
    return result.order;
  }
  if (result.kind === "unmatched") return reportUnmatched(context, payment);
  if (result.kind === "lost") {
    await recordLostPayment(context, { ...lost, reason: result.reason });
    return { kind: "unmatched" };
  }
  if (result.kind === "returned") {
    if (result.byProvider) await recordReturnedPayment(context, lost);
    return { kind: "unpaid", message: RETURNED };
  }
  if (result.kind === "made") {
    await releasePaidHold(result.heldBy);
    return result.order;
  }
  return result;
}

/** The payment went through and its order could not be made. The owner is alerted, and the sweeper keeps trying. */
export class OrderNotMade extends Error {}

/** Whoever asks, the owner is alerted before they hear that the order failed (docs/rules.md#payments-3). */
async function takeOrReport(
  context: Context,
  payment: ReceivedPayment,
  paid: Omit<LostPayment, "reason">,
  options: FinaliseOptions,
): Promise<BookingResult> {
  try {
    return await inTransaction(
      context.em,
      (em) => takePayment(em, context, payment, paid.checkoutId, options),
      // Orders are unique by checkout, by payment and by number: anyone who comes second looks again and finds the
      // order.
      { retryUniqueViolations: true },
    );
  } catch (error) {
    // Nothing is wrong with the order while there is no database, nor could that be written down.
    if (outageBehind(error)) throw error;
    const reason = `The order could not be made: ${error instanceof Error ? error.message : String(error)}`;
    await recordLostPayment(context, { ...paid, reason });
    throw new OrderNotMade(reason, { cause: error });
  }
}

type BookingResult =
  | FinaliseOutcome
  /** The order was made now; `heldBy` as `releasePaidHold` wants it. */
  | { kind: "made"; order: FinaliseOutcome; heldBy: string | null }
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
  | { kind: "unmatched" };

async function reportUnmatched(context: Context, payment: ReceivedPayment): Promise<FinaliseOutcome> {
  if (payment.state === "succeeded") {
    await storeUnmatchedPayment(context, payment);
    await importRefundsOf(context, payment);
    await importWarningsOf(context, payment);
  }
  return { kind: "unmatched" };
}

async function takePayment(
  em: EntityManager,
  context: Context,
  received: ReceivedPayment,
  checkoutId: string,
  options: FinaliseOptions,
): Promise<BookingResult> {
  const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!checkout) return { kind: "unmatched" };
  const existing = await em.findOne(
    Order,
    { checkout: checkoutId },
    { fields: ["id", "invoiceNumber", "transactionId"] },
  );
  if (existing?.transactionId === received.id) return paid(existing, false);

  const payment = await bookPayment(em, context, received, checkout);
  const refunds = await em.find(Refund, { payment: payment.id });
  const isReturned =
    refunds.length > 0 ? refundedOf(refunds) >= payment.amountReceived : payment.status === "refunded";
  if (isReturned) {
    // While it is only asked for, it is still here and listed.
    const isAskedFor = refunds.some(({ status }) => status === "requested");
    payment.status = isAskedFor ? "succeeded" : "refunded";
    const byProvider = refunds.every(({ source }) => source === "provider");
    // Another payment has bought the order, and an event may have brought this one here before the shopper's own page.
    if (existing && (isAskedFor || !byProvider)) return paid(existing, false);
    return { kind: "returned", byProvider };
  }
  payment.status = "succeeded";
  if (existing) return { kind: "second", order: paid(existing, false) };

  if (![payment.snapshot, checkout].some((priced) => priced && isIn(received.currency, priced)))
    return {
      kind: "lost",
      reason: `It was paid in ${received.currency}, not in ${currencyName(knownCurrency(checkout.currency))}.`,
    };
  // A script has paid and not yet said what it buys (docs/rules.md#prices-5); the sweeper watches that it does.
  if (!checkout.snapshot || !checkout.details) return { kind: "unmatched" };
  const bought = boughtWith(received, payment, checkout);
  if (!bought?.snapshot) {
    return {
      kind: "lost",
      reason: `${formatProviderMoney(received.amountReceived, received)} was paid, but the checkout comes to ${formatMoney(checkout.totalAmount, knownCurrency(checkout.currency))}.`,
    };
  }
  const order = await createOrder(em, context, {
    checkout,
    paymentRow: payment.id,
    payment: received,
    details: bought.details ?? checkout.details,
    snapshot: bought.snapshot,
    invoiceNumber: options.invoiceNumber ?? null,
    claimed: options.claimed ?? null,
  });
  await attachToOrder(em, context, order, payment);
  return { kind: "made", order: paid(order, true), heldBy: checkout.heldBy ?? null };
}

/**
 * What was priced at exactly the amount received, in its currency, and where it goes: as the shopper saw it when they
 * paid, else as the checkout stands now.
 */
function boughtWith(
  { amountReceived, currency }: ReceivedPayment,
  payment: Pick<Payment, "snapshot" | "details">,
  checkout: Pick<Checkout, "snapshot" | "details">,
): Pick<Payment, "snapshot" | "details"> | undefined {
  return [payment, checkout].find(
    ({ snapshot }) => snapshot?.total === amountReceived && isIn(currency, snapshot),
  );
}

function isIn(currency: string, priced: { currency?: string }): boolean {
  return (priced.currency ?? "gbp") === currency;
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
