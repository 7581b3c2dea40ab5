import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, FailedOrder, OutboxEmail, Payment } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { type CheckoutDetails, MAX_ATTEMPTS_PER_PAYMENT } from "#server/checkout/checkout.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import { markCancelled } from "#server/payments/call-provider.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { plainFailureReason, providerOf } from "#server/payments/providers.server.ts";
import { knownCurrency } from "#server/pricing/money.ts";
import { orderCommands } from "./order-commands.ts";

/**
 * Failed orders that are still open, the newest first; `after` goes on behind the one of that id. One that a later
 * attempt paid, or that staff put aside, is not among them.
 */
export const listFailedOrders = read(
  "failedOrders.view",
  async (context: Context, limit: number, after?: number) => {
    const rows = await context.em
      .fork()
      .find(
        FailedOrder,
        { resolvedAt: null, ...(after === undefined ? {} : { id: { $lt: after } }) },
        { orderBy: { id: "desc" }, limit },
      );
    return rows.map((row) => ({
      id: row.id,
      customerName: row.customerName,
      customerEmail: row.customerEmail,
      totalAmount: row.totalAmount,
      currency: row.currency,
      paymentMethod: row.paymentMethod,
      errorMessage: plainFailureReason(row.errorMessage),
      attemptedAt: row.attemptedAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }));
  },
);

/** A checkout whose payment failed, as staff see it: why in plain words, when it was tried first and last. */
export type FailedOrderView = Awaited<ReturnType<typeof listFailedOrders>>[number];

/**
 * Puts each chosen failed order aside. Returns who they are of. @throws ShopError `conflict` with the reason of each
 * that was not
 */
export const dismissManyFailed = command(
  orderCommands.dismissManyFailed,
  async (context, { failed: chosen }): Promise<{ did: string[] }> => {
    const failed = await context.em
      .fork()
      .find(FailedOrder, { id: { $in: chosen } }, { orderBy: { id: "asc" } });
    const rows = failed.map(({ id, customerName }) => ({
      name: customerName,
      field: "failed",
      run: () => dismissFailedOrder(context, { failedOrderId: id }),
    }));
    return { did: await runForEach(rows, "put aside") };
  },
);

/** For the red badge. */
export const countFailedOrders = read("failedOrders.view", async (context: Context): Promise<number> => {
  return context.em.fork().count(FailedOrder, { resolvedAt: null });
});

/**
 * Takes a failed order off the list once staff have dealt with it. Another failure of the same checkout brings it
 * back. @throws ShopError `not_found`
 */
export const dismissFailedOrder = command(
  orderCommands.dismissFailed,
  async (context, { failedOrderId: id }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const failed = await em.findOne(FailedOrder, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!failed) throw new ShopError("not_found", "Failed order not found");
      if (failed.resolvedAt) return;
      failed.resolvedAt = context.clock.now();
      await recordChange(em, context, {
        area: "orders",
        action: "failed order dismissed",
        subjectId: `failed-${id}`,
        subjectName: `Failed order ${id}`,
        before: { dismissed: false },
        after: { dismissed: true },
      });
    });
  },
);

/**
 * Writes down that a card was refused, and why. The same payment may be tried again, until so many cards failed on it
 * that it looks like card testing; then it is cancelled and the shopper has to begin a new one, which is rate limited.
 */
export async function recordFailedPayment(
  context: Context,
  failure: Pick<ReceivedPayment, "provider" | "id" | "checkoutId">,
  message: string,
): Promise<void> {
  const { checkoutId, id: providerPaymentId } = failure;
  if (!checkoutId) return;
  const attempts = await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!checkout || checkout.status === "paid") return 0;
    const payment = await em.findOne(Payment, { checkout: checkoutId, providerPaymentId });
    if (payment?.status === "succeeded" || payment?.status === "refunded") return 0;
    if (payment) {
      payment.status = "failed";
      payment.failureMessage = message;
      payment.failedAttempts += 1;
    }
    await upsertFailedOrder(em, checkout, message, context.clock.now());
    await alertStaff(em, context, checkout, message);
    return payment?.failedAttempts ?? 0;
  });
  if (attempts >= MAX_ATTEMPTS_PER_PAYMENT) await cancel(context, failure);
}

/** One mail for each checkout, however often paying it fails. */
export async function alertStaff(
  em: EntityManager,
  context: Context,
  { id, details, totalAmount, currency }: Checkout,
  message: string,
): Promise<void> {
  await queueEmail(em, context, {
    key: `failed-payment:${id}`,
    template: "failed-payment",
    recipient: notificationAddressOf(context.settings),
    props: {
      customerName: details?.customerName ?? "Not given",
      customerEmail: details?.customerEmail ?? "no address given",
      amount: totalAmount,
      currency: knownCurrency(currency),
      reason: plainFailureReason(message),
      adminUrl: `${context.publicUrl}/admin?tab=failed`,
    },
  });
}

async function cancel(
  context: Context,
  { provider, id: paymentId }: Pick<ReceivedPayment, "provider" | "id">,
): Promise<void> {
  try {
    const end = await providerOf(provider).close(context, { providerPaymentId: paymentId });
    if (end.kind === "taken") throw new Error("It has been paid meanwhile.");
    await markCancelled(context, { provider, providerPaymentId: paymentId });
    log("warn", "a payment was cancelled after many refused cards", { paymentId });
  } catch (error) {
    log("warn", "a payment with many refused cards could not be cancelled", { paymentId, error });
  }
}

export interface LostPayment {
  checkoutId: string;
  paymentId: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** For staff, in a sentence. */
  reason: string;
}

/** All of it went back before an order was made: there is nothing to send. */
const RETURNED_REASON =
  "It was paid, and given back in full at the payment provider before an order was made. Nothing is to be sent.";

/**
 * Money came and no order could be made of it: a row under Failed Orders and one mail to the owner
 * (docs/rules.md#payments-3). Nothing is told twice, however often the same payment is looked at: the sweeper comes
 * each minute, and a row that staff have put aside stays there.
 */
export async function recordLostPayment(context: Context, lost: LostPayment): Promise<void> {
  const key = `payment-problem:${lost.paymentId}`;
  await inTransaction(context.em, async (em) => {
    if ((await em.count(OutboxEmail, { key })) > 0) return;
    log("error", "a payment has no order", { ...lost, requestId: context.requestId });
    await tellStaff(em, context, lost, { key, isReturned: false });
  });
}

/** The same of money that has gone back meanwhile; anyone who paid hears of it, too. */
export async function recordReturnedPayment(
  context: Context,
  returned: Omit<LostPayment, "reason">,
): Promise<void> {
  const key = `payment-returned:${returned.paymentId}`;
  await inTransaction(context.em, async (em) => {
    if ((await em.count(OutboxEmail, { key })) > 0) return;
    log("warn", "a payment went back before it had an order", { ...returned, requestId: context.requestId });
    const lost = { ...returned, reason: RETURNED_REASON };
    const details = await tellStaff(em, context, lost, { key, isReturned: true });
    const reason = "It went back in full before an order was made";
    const { paymentId, amount } = returned;
    await mailPayer(em, context, details, { key: paymentId, amount, reason, paymentId });
  });
}

/** A mail to anyone who paid what bought nothing, where it is known who that is. */
export async function mailPayer(
  em: EntityManager,
  context: Context,
  payer: Pick<CheckoutDetails, "customerName" | "customerEmail"> | null | undefined,
  { key, ...returned }: { key: string; amount: string; reason: string; paymentId: string },
): Promise<void> {
  if (!payer) return;
  await queueEmail(em, context, {
    key: `money-returned:${key}`,
    template: "money-returned",
    recipient: payer.customerEmail,
    props: { customerName: payer.customerName, ...returned },
  });
}

/** Returns who paid, where that is known. */
async function tellStaff(
  em: EntityManager,
  context: Context,
  lost: LostPayment,
  { key, isReturned }: { key: string; isReturned: boolean },
): Promise<CheckoutDetails | null | undefined> {
  const checkout = await em.findOne(Checkout, lost.checkoutId);
  if (!checkout || checkout.status === "paid") return checkout?.details;
  await upsertFailedOrder(em, checkout, lost.reason, context.clock.now());
  await queueEmail(em, context, {
    key,
    template: "payment-problem",
    recipient: notificationAddressOf(context.settings),
    props: {
      customerName: checkout.details?.customerName ?? "Not given",
      customerEmail: checkout.details?.customerEmail ?? "",
      amount: lost.amount,
      paymentId: lost.paymentId,
      reason: lost.reason,
      isReturned,
    },
  });
  return checkout.details;
}

/** One row per checkout, however many attempts failed; a new failure reopens it. */
export async function upsertFailedOrder(
  em: EntityManager,
  checkout: Pick<Checkout, "id" | "details" | "totalAmount" | "currency" | "paymentMethod">,
  errorMessage: string,
  attemptedAt: Date,
): Promise<void> {
  await em.execute(
    `insert into failed_order
       (checkout_id, customer_name, customer_email, total_amount, currency, payment_method, error_message, attempted_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (checkout_id) do update set customer_name = excluded.customer_name,
       customer_email = excluded.customer_email, total_amount = excluded.total_amount,
       currency = excluded.currency,
       error_message = excluded.error_message, attempted_at = excluded.attempted_at, resolved_at = null`,
    [
      checkout.id,
      checkout.details?.customerName ?? "Not given",
      checkout.details?.customerEmail ?? "",
      checkout.totalAmount,
      checkout.currency,
      checkout.paymentMethod,
      errorMessage.slice(0, 500),
      attemptedAt,
      attemptedAt,
    ],
  );
}
