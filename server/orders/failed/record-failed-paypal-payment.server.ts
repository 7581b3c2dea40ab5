import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { PayPalOrder } from "#server/payments/paypal/paypal-order.ts";
import { alertStaff, upsertFailedOrder } from "./record-failed-payment.server.ts";

interface PayPalFailure {
  /** PayPal's code for the failure. */
  reason: string;
  /** The number of the attempt, counted from 0: requests that share an attempt count it once. */
  attempt?: number;
  /** Whether the payer is told to pay in another way, so that this order is never captured. */
  isFinal: boolean;
}

/**
 * Records once, for staff, that PayPal refused a payment and why.
 * @returns false when that is not what its payer is told: a later attempt is on its way to PayPal, or the money has
 * come
 */
export async function recordFailedPayPalPayment(
  context: Context,
  order: Pick<PayPalOrder, "id">,
  { reason, attempt, isFinal }: PayPalFailure,
): Promise<boolean> {
  const message = `PayPal did not take the payment (${reason})`.slice(0, 500);
  let isOver = true;
  const found = await withPayment(context, order, async (em, payment, checkout) => {
    const isTriedAnew = attempt !== undefined && payment.failedAttempts > attempt;
    const isKnown = payment.refusedAt || isTriedAnew;
    isOver = !(isTriedAnew && !payment.refusedAt && isUnderWay(context, payment));
    if (!isOver) return;
    if (!isKnown) {
      payment.status = "failed";
      payment.failureMessage = message;
      payment.failedAttempts += 1;
      payment.captureBegunAt = null;
    }
    if (!isKnown && checkout.status !== "paid") {
      await upsertFailedOrder(em, checkout, message, context.clock.now());
      await alertStaff(em, context, checkout, message);
    }
    if (isFinal) await close(em, context, payment);
  });
  return isOver && found !== "settled";
}

/**
 * The payer is told that nothing is charged, for a reason that is no failure of theirs: the cart has changed, or PayPal
 * has forgotten the order. @returns false when there is no such payment, or its money has come
 */
export async function refusePayPalPayment(
  context: Context,
  order: Pick<PayPalOrder, "id">,
): Promise<boolean> {
  const found = await withPayment(context, order, (em, payment) => close(em, context, payment));
  return found === "open";
}

/** Longer than PayPal's client waits for the response to a capture, retries included: after it nobody is sending it. */
const CAPTURE_MILLISECONDS = 3 * 60_000;

/**
 * The same for a payer whose cart has changed. While a capture is on its way to PayPal, sent by an event or by the
 * payer's other tab, nobody knows yet whether they are charged, and nothing is refused.
 * @returns false while that is so, and when the money has come
 */
export async function refuseUnlessUnderWay(
  context: Context,
  order: Pick<PayPalOrder, "id">,
): Promise<boolean> {
  let isRefused = true;
  const found = await withPayment(context, order, async (em, payment) => {
    const others = await em.find(Payment, { checkout: payment.checkout.id, refusedAt: null });
    isRefused = !others.some((other) => isUnderWay(context, other));
    if (isRefused) await close(em, context, payment);
  });
  return isRefused && found !== "settled";
}

function isUnderWay({ clock }: Context, { captureBegunAt }: Payment): boolean {
  return !!captureBegunAt && clock.now().getTime() - captureBegunAt.getTime() < CAPTURE_MILLISECONDS;
}

/**
 * Records that a capture is sent to PayPal now: from here on its payer is not told that nothing is charged.
 * @returns false when they were told so before
 */
export async function beginCapture(context: Context, order: Pick<PayPalOrder, "id">): Promise<boolean> {
  let mayTake = true;
  await withPayment(context, order, async (_em, payment) => {
    mayTake = !payment.refusedAt;
    if (mayTake) payment.captureBegunAt = context.clock.now();
  });
  return mayTake;
}

/** Records that only the payer may have the order captured from here on: the shop found it changed. */
export async function leavePayPalPayment(context: Context, order: Pick<PayPalOrder, "id">): Promise<void> {
  await context.em
    .fork()
    .nativeUpdate(
      Payment,
      { provider: "paypal", providerSessionId: order.id, status: "created" },
      { status: "failed" },
    );
}

/**
 * The payer, who is there, has the order captured: whatever becomes of that, the sweeper finds out.
 * @returns false when they were told that nothing is charged for it
 */
export async function takeUpPayPalPayment(
  context: Context,
  order: Pick<PayPalOrder, "id">,
): Promise<boolean> {
  const em = context.em.fork();
  const known = { provider: "paypal", providerSessionId: order.id } as const;
  await em.nativeUpdate(
    Payment,
    { ...known, refusedAt: null, status: { $in: ["failed", "cancelled"] } },
    { status: "created" },
  );
  return (await em.count(Payment, { ...known, refusedAt: { $ne: null } })) === 0;
}

/** An approval that came before this payment is out of date as well: nobody shall be charged for it unasked. */
async function close(em: EntityManager, context: Context, payment: Payment): Promise<void> {
  const refusedAt = context.clock.now();
  em.assign(payment, { status: "cancelled", refusedAt: payment.refusedAt ?? refusedAt });
  await em.nativeUpdate(
    Payment,
    {
      checkout: payment.checkout.id,
      provider: "paypal",
      id: { $lt: payment.id },
      status: { $in: ["created", "failed", "cancelled"] },
      refusedAt: null,
    },
    { status: "cancelled", refusedAt },
  );
}

/** Lets `write` change a payment whose money has not come: "settled" says that it has, "missing" that there is none. */
async function withPayment(
  context: Context,
  order: Pick<PayPalOrder, "id">,
  write: (em: EntityManager, payment: Payment, checkout: Checkout) => Promise<void>,
): Promise<"missing" | "settled" | "open"> {
  const found = await context.em
    .fork()
    .findOne(Payment, { provider: "paypal", providerSessionId: order.id }, { fields: ["id", "checkout"] });
  if (!found) return "missing";
  return inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, found.checkout.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const payment = await em.findOne(Payment, found.id);
    if (!checkout || !payment) return "missing";
    if (payment.status === "succeeded" || payment.status === "refunded") return "settled";
    await write(em, payment, checkout);
    return "open";
  });
}
