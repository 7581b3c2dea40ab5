import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { alertStaff, upsertFailedOrder } from "./failed-orders.server.ts";

/** What a payer approves at its provider, and whose money the shop then takes. */
export interface SessionName {
  provider: ProviderId;
  /** Until its money is taken, the payment is filed under it. */
  sessionId: string;
}

interface SessionFailure {
  /** The provider's word for it. */
  reason: string;
  /** The number of the attempt, counted from 0: requests that share an attempt count it once. */
  attempt?: number;
  /** Whether the payer is told to pay in another way, so that the money of this session is never taken any more. */
  isFinal: boolean;
}

/**
 * Writes down once, for staff, that a provider did not take an approved payment and why.
 * @returns false when it is not what its payer is told: a later try is on its way to the provider, or the money has
 * come
 */
export async function recordFailedSession(
  context: Context,
  session: SessionName,
  { reason, attempt, isFinal }: SessionFailure,
): Promise<boolean> {
  const message = `${profileOf(session.provider).name} did not take the payment (${reason})`.slice(0, 500);
  let isOver = true;
  const outcome = await withPayment(context, session, async (em, payment, checkout) => {
    const isTriedAgain = attempt !== undefined && payment.failedAttempts > attempt;
    const isKnown = payment.refusedAt || isTriedAgain;
    isOver = !(isTriedAgain && !payment.refusedAt && isUnderWay(context, payment));
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
  return isOver && outcome !== "settled";
}

/** Counts a try that was refused and that nobody here heard of; anyone who saw the same try counts it once. */
export async function countRefusedTry(
  context: Context,
  { provider, sessionId }: SessionName,
  attempt: number,
): Promise<void> {
  await context.em.execute(
    `update payment set failed_attempts = failed_attempts + 1, capture_begun_at = null
      where provider = ? and provider_session_id = ? and failed_attempts = ?`,
    [provider, sessionId, attempt],
  );
}

/**
 * The payer is told that nothing is charged, for a reason that is no failure of theirs: the cart has changed, or the
 * provider has forgotten the session. @returns false when there is no such payment, or its money has come
 */
export async function closeSession(context: Context, session: SessionName): Promise<boolean> {
  const outcome = await withPayment(context, session, (em, payment) => close(em, context, payment));
  return outcome === "open";
}

/**
 * Longer than a provider's client waits for the answer to a capture, tries and all: later nobody is sending it any
 * more.
 */
const CAPTURE_MILLISECONDS = 3 * 60_000;

/**
 * The same for a payer whose cart has changed. While a capture is on its way to the provider, sent by an event or by
 * the payer's other tab, nobody knows yet whether they are charged, and nothing is refused.
 * @returns false while that is so, and when the money has come
 */
export async function closeUnlessUnderWay(context: Context, session: SessionName): Promise<boolean> {
  let isClosed = true;
  const outcome = await withPayment(context, session, async (em, payment) => {
    const others = await em.find(Payment, { checkout: payment.checkout.id, refusedAt: null });
    isClosed = !others.some((other) => isUnderWay(context, other));
    if (isClosed) await close(em, context, payment);
  });
  return isClosed && outcome !== "settled";
}

function isUnderWay({ clock }: Context, { captureBegunAt }: Payment): boolean {
  return !!captureBegunAt && clock.now().getTime() - captureBegunAt.getTime() < CAPTURE_MILLISECONDS;
}

/**
 * Writes down that a capture is sent to the provider now: from here on its payer is not told that nothing is charged.
 * @returns false when they were told so before
 */
export async function beginCapture(context: Context, session: SessionName): Promise<boolean> {
  let mayTake = true;
  await withPayment(context, session, async (_em, payment) => {
    mayTake = !payment.refusedAt;
    if (mayTake) payment.captureBegunAt = context.clock.now();
  });
  return mayTake;
}

/** From here on only the payer themself may have the money taken: the shop found the cart changed. */
export async function leaveSession(context: Context, session: SessionName): Promise<void> {
  await context.em
    .fork()
    .nativeUpdate(Payment, { ...columnsOf(session), status: "created" }, { status: "failed" });
}

/**
 * The payer, who is there, has the money taken: whatever becomes of that, the sweeper finds out.
 * @returns false when they were told that nothing is charged for it
 */
export async function resumeSession(context: Context, session: SessionName): Promise<boolean> {
  const em = context.em.fork();
  const columns = columnsOf(session);
  await em.nativeUpdate(
    Payment,
    { ...columns, refusedAt: null, status: { $in: ["failed", "cancelled"] } },
    { status: "created" },
  );
  return (await em.count(Payment, { ...columns, refusedAt: { $ne: null } })) === 0;
}

/** An approval that came before this payment is out of date as well: nobody shall be charged for it unasked. */
async function close(em: EntityManager, context: Context, payment: Payment): Promise<void> {
  const refusedAt = context.clock.now();
  em.assign(payment, { status: "cancelled", refusedAt: payment.refusedAt ?? refusedAt });
  await em.nativeUpdate(
    Payment,
    {
      checkout: payment.checkout.id,
      provider: payment.provider,
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
  session: SessionName,
  write: (em: EntityManager, payment: Payment, checkout: Checkout) => Promise<void>,
): Promise<"missing" | "settled" | "open"> {
  const row = await context.em.fork().findOne(Payment, columnsOf(session), { fields: ["id", "checkout"] });
  if (!row) return "missing";
  return inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, row.checkout.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const payment = await em.findOne(Payment, row.id);
    if (!checkout || !payment) return "missing";
    if (payment.status === "succeeded" || payment.status === "refunded") return "settled";
    await write(em, payment, checkout);
    return "open";
  });
}

function columnsOf({ provider, sessionId }: SessionName) {
  return { provider, providerSessionId: sessionId };
}
