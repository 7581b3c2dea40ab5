import { z } from "zod";
import { prepared } from "#db/connections.ts";
import { Payment } from "#db/entities/index.ts";
import { closeCheckout } from "#server/checkout/holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { storable, storableValue } from "#server/core/text.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import { markCancelled } from "#server/payments/call-provider.server.ts";
import type {
  PaymentProvider,
  ProviderEvent,
  VerifiedEvent,
  WebhookDelivery,
} from "#server/payments/provider.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { withCurrentSettings } from "#server/settings/read-settings.server.ts";
import { recordFailedSession } from "./close-session.server.ts";
import { recordDispute, recordWarning } from "./disputes.server.ts";
import { recordFailedPayment } from "./failed-orders.server.ts";
import {
  type FinaliseOutcome,
  finalisePage,
  finalisePayment,
  finaliseReceived,
} from "./finalise-payment.server.ts";
import { syncRefunds } from "./send-refund.server.ts";
import { takeApprovedInBackground } from "./take-approved.server.ts";

/**
 * An event from a provider. It is verified, kept, acted on, and only then answered: providers send it again for days
 * when we fail.
 * @throws ShopError `bad_request` when the provider did not send exactly these bytes, `rate_limited` for a sender of
 * many such
 */
export async function handleEvent(
  context: Context,
  provider: ProviderId,
  delivery: WebhookDelivery,
): Promise<void> {
  const { verifyEvent, readEvent } = providerOf(provider);
  const { id, type, ...verified } = await verifyEvent(context, delivery);
  const payload: unknown = JSON.parse(verified.payload, storableValue);
  const event = { id: storable(id), type: storable(type), payload: JSON.stringify(payload) };
  const content = readEvent(payload);
  const paidId = content.about === "payment" && content.isPaid ? content.id : null;
  // Of one that has been acted on before nothing is done; one on which that failed, or which found nothing, is acted on
  // again when it is sent again.
  const eventRow = await storeEvent(context, { provider, ...event, paidId });
  if (!eventRow) return;
  const outcome = await followEvent(await withCurrentSettings(context), provider, payload);
  await writeOutcome(context, eventRow, outcome);
}

/** Acts on an event that has been verified: on its arrival, or as it was kept. */
export async function followEvent(context: Context, id: ProviderId, payload: unknown): Promise<EventOutcome> {
  const provider = providerOf(id);
  provider.assertAvailable(context);
  const event = provider.readEvent(payload);
  switch (event.about) {
    case "payment":
      return followPayment(context, provider, event);
    case "session":
      return followSession(context, provider, event.id);
    case "left session":
      return closePage(context, provider, event.id);
    case "refund":
      return followRefund(context, provider, event);
    case "dispute":
      return followDispute(context, provider, event);
    case "warning":
      return followWarning(context, provider, event);
    case "nothing of ours":
      return "ignored";
  }
}

type EventAbout<About extends ProviderEvent["about"]> = Extract<ProviderEvent, { about: About }>;

async function followPayment(
  context: Context,
  provider: PaymentProvider,
  { id, isRefusal }: EventAbout<"payment">,
): Promise<EventOutcome> {
  const payment = await provider.retrieve(context, id);
  if (!payment) return unmatched(provider.id, id);
  if (payment.checkoutId && payment.isCancelled) {
    await markCancelled(context, { provider: provider.id, providerPaymentId: id });
    return "cancelled";
  }
  if (payment.checkoutId && isRefusal && payment.failure) {
    await recordFailedPayment(context, payment, payment.failure);
    return "failed";
  }
  if (payment.sessionId && payment.failure) {
    const session = { provider: provider.id, sessionId: payment.sessionId };
    await recordFailedSession(context, session, { reason: payment.failure, isFinal: true });
  }
  return outcomeOf(await finaliseReceived(context, payment), provider, id);
}

/** The payer paid, or said yes; the browser may have vanished before it could tell us. */
async function followSession(
  context: Context,
  provider: PaymentProvider,
  sessionId: string,
): Promise<EventOutcome> {
  if (provider.sessions.kind === "page") {
    return outcomeOf(await finalisePage(context, provider.id, sessionId), provider, sessionId);
  }
  try {
    const outcome = await takeApprovedInBackground(context, { provider: provider.id, sessionId });
    return outcome.kind === "unmatched" ? unmatched(provider.id, sessionId) : outcome.kind;
  } catch (error) {
    // Nothing was taken, and sending the event again would change nothing: the shopper has to decide.
    if (!(error instanceof ShopError) || error.code === "unavailable") throw error;
    log("info", "an approved payment was not taken", { sessionId, reason: error.message });
    return "not captured";
  }
}

/** The page was left unpaid: its stock can be sold again, unless the shopper has begun again. */
async function closePage(
  context: Context,
  { id: provider }: PaymentProvider,
  sessionId: string,
): Promise<EventOutcome> {
  const em = context.em.fork();
  const payment = await em.findOne(Payment, { provider, providerSessionId: sessionId });
  if (!payment) return unmatched(provider, sessionId);
  await em.nativeUpdate(
    Payment,
    { id: payment.id, status: { $in: ["created", "failed"] } },
    { status: "cancelled" },
  );
  await closeCheckout(context, payment.checkout.id, "expired");
  return "expired";
}

async function followRefund(
  context: Context,
  provider: PaymentProvider,
  { paymentId, look }: EventAbout<"refund">,
): Promise<EventOutcome> {
  if (!(await takeInPayment(context, provider.id, paymentId))) {
    return unmatched(provider.id, paymentId, paymentId);
  }
  await syncRefunds(context, paymentId, await look(context));
  return "refunded";
}

async function followDispute(
  context: Context,
  provider: PaymentProvider,
  { id, paymentId }: EventAbout<"dispute">,
): Promise<EventOutcome> {
  const askedAt = context.clock.now();
  const dispute = await provider.dispute(context, id);
  if (!dispute || !(await takeInPayment(context, provider.id, dispute.paymentId))) {
    return unmatched(provider.id, id, dispute?.paymentId || paymentId);
  }
  await recordDispute(context, dispute, askedAt);
  return "disputed";
}

async function followWarning(
  context: Context,
  provider: PaymentProvider,
  { id, look }: EventAbout<"warning">,
): Promise<EventOutcome> {
  const { warning, paymentId } = await look(context);
  const payment = warning && (await takeInPayment(context, provider.id, paymentId));
  if (!payment) return unmatched(provider.id, id, paymentId);
  await recordWarning(context, payment.id, warning);
  return "warned";
}

function outcomeOf(outcome: FinaliseOutcome, { id: provider }: PaymentProvider, id: string): EventOutcome {
  return outcome.kind === "unmatched" ? unmatched(provider, id) : outcome.kind;
}

interface StoredEvent extends VerifiedEvent {
  provider: ProviderId;
  /** The payment of which it says that the money came; null for any other event. */
  paidId: string | null;
}

/**
 * What became of an event: a word, or that it found nothing here. One that found nothing and names a payment is looked
 * at again when that payment comes.
 */
export type EventOutcome = string | { unmatched: true; waitsFor: string | null };

/** It names nothing of ours, so far. */
function unmatched(provider: ProviderId, id: string | undefined, waitsFor?: string): EventOutcome {
  log("warn", "an event matches no checkout", { provider, id, waitsFor });
  return { unmatched: true, waitsFor: waitsFor || null };
}

/** Writes down what became of an event that is kept. */
export async function writeOutcome(context: Context, eventRow: number, outcome: EventOutcome): Promise<void> {
  const isMatched = typeof outcome === "string";
  await context.em.execute(
    "update provider_event set outcome = ?, waits_for = ?, processed_at = ? where id = ?",
    [
      isMatched ? outcome : "unmatched",
      isMatched ? null : (outcome.waitsFor?.slice(0, 200) ?? null),
      context.clock.now(),
      eventRow,
    ],
  );
}

const storedRow = z.object({ id: z.number(), done: z.boolean() });

/** The provider was asked when the order was made; what it says so soon after that is no news. */
const NO_NEWS_SECONDS = 10;

/**
 * Most events tell of a payment whose order is made at this moment, or was made just now: those are kept as done. So is
 * the news that a script has paid before it said what for (docs/rules.md#prices-5): its order asks the provider itself,
 * and the sweeper does where no order comes. Everything else is acted on.
 */
const storeSql = prepared(
  "store-provider-event",
  `insert into provider_event (provider, event_id, type, payload, received_at, outcome, processed_at)
   select $1, $2, $3, $4::jsonb, $5::timestamptz, known.outcome, case when known.outcome is not null then $5::timestamptz end
     from (select case
             when exists (select from customer_order where payment_method = $1 and transaction_id = $6
                             and created_at > $5::timestamptz - make_interval(secs => ${NO_NEWS_SECONDS})) then 'paid'
             when exists (select from payment join checkout on checkout.id = payment.checkout_id
                           where payment.provider = $1 and payment.provider_payment_id = $6
                             and payment.status = 'created' and checkout.status = 'open'
                             and checkout.snapshot is null) then 'awaits its order'
           end as outcome) as known
   on conflict (provider, event_id) do update set received_at = provider_event.received_at
   returning id, processed_at is not null and outcome <> 'unmatched' as done`,
);

/** The id of the event's row, or undefined when nothing is left to be done about it. */
async function storeEvent(
  context: Context,
  { provider, id, type, payload, paidId }: StoredEvent,
): Promise<number | undefined> {
  const now = context.clock.now();
  const values = [provider, id, type, payload, now, paidId];
  const [row] = await preparedRows(context.em, storedRow, storeSql, values);
  if (!row) throw new Error("PostgreSQL returned nothing of a stored event");
  return row.done ? undefined : row.id;
}

/**
 * The payment that a refund, a dispute or a review is about, in the books: events come in any order, so one whose money
 * this shop has not heard of yet is finalised first. Undefined when the provider knows no money of this name.
 */
async function takeInPayment(
  context: Context,
  provider: ProviderId,
  paymentId: string,
): Promise<Payment | undefined> {
  const known = await findReceived(context, provider, paymentId);
  if (known) return known;
  await finalisePayment(context, provider, paymentId);
  return findReceived(context, provider, paymentId);
}

async function findReceived(
  context: Context,
  provider: ProviderId,
  providerPaymentId: string,
): Promise<Payment | undefined> {
  const payment = await context.em.fork().findOne(Payment, { provider, providerPaymentId });
  return payment && payment.amountReceived > 0 ? payment : undefined;
}
