import { Checkout, FailedOrder, Payment } from "#db/entities/index.ts";
import { closeCheckout, releaseLapsedHolds } from "#server/checkout/holds.server.ts";
import { hasLapsed } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { markCancelled } from "#server/payments/call-provider.server.ts";
import { unpaidStatuses } from "#server/payments/payment-status.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { recordLostPayment } from "./failed-orders.server.ts";
import { finalisePage, finaliseReceived } from "./finalise-payment.server.ts";
import { refundPayment, sweepRefunds } from "./send-refund.server.ts";
import { takeApprovedInBackground } from "./take-approved.server.ts";
import { followEvent, writeOutcome } from "./webhook.server.ts";

/** One run looks at so many of each; the rest waits a minute. */
const BATCH = 50;
/** A payment is left alone so long after it was last looked at: the browser and the webhook usually come first. */
const QUIET_MILLISECONDS = 45 * 1000;
/** A script that has paid may take so long to say what it buys. */
const SCRIPT_PATIENCE_MILLISECONDS = 60 * 60 * 1000;

/**
 * Runs each minute: finishes what a lost webhook, a closed browser or a crash left behind, and gives back what was
 * never paid. Every step is one that the shopper's own request could have made; one failure never stops the rest.
 */
export async function sweepCheckouts(context: Context): Promise<void> {
  await finalisePaid(context);
  await refundSecondPayments(context);
  await lookAgainAtEvents(context);
  await sweepRefunds(context);
  await expireCheckouts(context);
  await reportUnordered(context);
}

/** Asks the provider about every payment whose end is not known here. */
async function finalisePaid(context: Context): Promise<void> {
  const now = context.clock.now();
  const em = context.em.fork();
  const open = await em.find(
    Payment,
    {
      status: { $in: unpaidStatuses },
      updatedAt: { $lt: new Date(now.getTime() - QUIET_MILLISECONDS) },
    },
    { populate: ["checkout"], orderBy: { updatedAt: "asc" }, limit: BATCH },
  );
  for (const payment of open) {
    // The next run begins with those that were not looked at in this one.
    await em.nativeUpdate(Payment, { id: payment.id }, { updatedAt: now });
    await attempt("look at a payment", { paymentId: payment.providerPaymentId }, () =>
      processPayment(context, payment, hasLapsed(payment.checkout, now)),
    );
  }
}

async function processPayment(context: Context, payment: Payment, isGivenUp: boolean): Promise<void> {
  const { id, provider } = payment;
  const now = await providerOf(provider).findState(context, payment);
  if (now.kind === "taken") await finaliseReceived(context, now.payment);
  else if (now.kind === "over") await markCancelled(context, { id });
  else if (now.kind === "session" && mayFollow(payment, now.state, isGivenUp)) {
    await processSession(context, payment, now.sessionId, isGivenUp);
  } else if (isGivenUp) await giveUp(context, payment);
}

/** What was approved waits for its payer once the provider or the shop has refused it. */
function mayFollow({ status }: Payment, state: "ended" | "approved", isGivenUp: boolean): boolean {
  return state === "ended" || (status === "created" && !isGivenUp);
}

async function processSession(
  context: Context,
  { id, provider }: Payment,
  sessionId: string,
  isGivenUp: boolean,
): Promise<void> {
  if (providerOf(provider).sessions.kind === "approved") {
    await takeApprovedInBackground(context, { provider, sessionId });
    return;
  }
  const { kind } = await finalisePage(context, provider, sessionId);
  // The bank's late no: there is nothing left that could be ended.
  if (kind === "unpaid" && isGivenUp) await markCancelled(context, { id });
}

/** One that was paid at this moment is left to the next run. */
async function giveUp(context: Context, payment: Payment): Promise<void> {
  const end = await providerOf(payment.provider).close(context, payment);
  if (end.kind === "closed") await markCancelled(context, { id: payment.id });
}

/**
 * A second payment whose refund was not even written down before a crash; what is written down is `sweepRefunds`'. The
 * partial index of unmatched money keeps this from reading every payment there is.
 */
async function refundSecondPayments(context: Context): Promise<void> {
  const seconds = await typedSql(context.em)
    .selectFrom("payment")
    .innerJoin("customer_order as bought", "bought.checkout_id", "payment.checkout_id")
    .where(condition`payment.status = 'succeeded' and not payment.is_matched
        and bought.transaction_id <> payment.provider_payment_id
        and not exists (select from refund where refund.payment_id = payment.id and refund.source = 'automatic')`)
    .select(["payment.checkout_id as checkoutId", "payment.provider_payment_id as paymentId"])
    .limit(BATCH)
    .execute();
  for (const second of seconds) {
    await attempt("refund a second payment", { paymentId: second.paymentId }, async () => {
      await refundPayment(context, { ...second, reason: "duplicate" });
    });
  }
}

/** Stock that nobody paid for in time can be sold again. A payment that is still processing keeps renewing its hold. */
async function expireCheckouts(context: Context): Promise<void> {
  const lapsed = await context.em
    .fork()
    .find(
      Checkout,
      { status: { $in: ["open", "paying"] }, holdExpiresAt: { $lte: context.clock.now() } },
      { orderBy: { holdExpiresAt: "asc" }, limit: BATCH, fields: ["id"] },
    );
  for (const { id } of lapsed) {
    await attempt("expire a checkout", { checkoutId: id }, () => closeCheckout(context, id, "expired"));
  }
  await attempt("release holds that have come to their end", {}, () => releaseLapsedHolds(context));
}

/** Money that a script paid and never named an order for: the owner is told once. */
async function reportUnordered(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - SCRIPT_PATIENCE_MILLISECONDS);
  const em = context.em.fork();
  const unordered = await em.find(
    Payment,
    // `isMatched` says nothing new: its partial index keeps this from reading every payment there is.
    {
      status: "succeeded",
      isMatched: false,
      checkout: { status: { $ne: "paid" } },
      createdAt: { $lt: before },
    },
    { populate: ["checkout"], orderBy: { id: "desc" }, limit: BATCH },
  );
  for (const payment of unordered) {
    if ((await em.count(FailedOrder, { checkout: payment.checkout.id })) > 0) continue;
    await attempt("report a payment", { paymentId: payment.providerPaymentId }, () =>
      recordLostPayment(context, {
        checkoutId: payment.checkout.id,
        paymentId: payment.providerPaymentId,
        amount: formatProviderMoney(payment.amountReceived, payment),
        reason: "It was paid, but no order was sent for it.",
      }),
    );
  }
}

async function attempt(what: string, ids: Record<string, unknown>, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    log("error", `the sweeper could not ${what}`, { ...ids, error });
  }
}

/**
 * Acts on events that found nothing once more when the payment that they wait for has come since. What finds nothing
 * then either comes to rest: it waits for the provider to send it again. An event and its payment may be written down
 * in the same moment without seeing each other: hence the ten minutes.
 */
async function lookAgainAtEvents(context: Context): Promise<void> {
  const events = await typedSql(context.em.fork())
    .selectFrom("provider_event as event")
    .innerJoin("payment", (join) =>
      join
        .onRef("payment.provider", "=", "event.provider")
        .onRef("payment.provider_payment_id", "=", "event.waits_for"),
    )
    .where(condition`event.outcome = 'unmatched' and event.waits_for is not null
        and payment.received_at >= event.processed_at - interval '10 minutes'`)
    .select(["event.id", "event.provider", "event.payload"])
    .orderBy("event.id")
    .limit(BATCH)
    .execute();
  for (const { id, provider, payload } of events) {
    try {
      await writeOutcome(context, id, await followEvent(context, provider, payload));
    } catch (error) {
      log("error", "the sweeper could not act on an event", { eventRow: id, error });
    }
  }
}
