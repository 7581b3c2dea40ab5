import { Payment } from "#db/entities/index.ts";
import { closeCheckout } from "#server/checkout/release-holds.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { storable, storableValue } from "#server/core/storable-text.ts";
import type { PaymentProvider, ProviderEvent, WebhookDelivery } from "#server/payments/provider.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { withCurrentSettings } from "#server/settings/read-settings.server.ts";
import { recordDispute } from "../disputes/record-dispute.server.ts";
import { recordWarning } from "../disputes/record-warning.server.ts";
import { recordFailedPayment } from "../failed/record-failed-payment.server.ts";
import { recordFailedSession } from "../failed/refuse-session.server.ts";
import { syncRefunds } from "../refunds/sync-refunds.server.ts";
import { type FinaliseOutcome, finalisePage, finaliseReceived } from "./finalise-payment.server.ts";
import { type EventOutcome, processWebhookOnce, unmatched } from "./process-webhook-once.server.ts";
import { takeApprovedInBackground } from "./take-approved.server.ts";
import { takeInPayment } from "./take-in-payment.server.ts";

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
  const told = readEvent(payload);
  const paidId = told.about === "payment" && told.isPaid ? told.id : null;
  await processWebhookOnce(context, { provider, ...event, paidId }, async () =>
    followEvent(await withCurrentSettings(context), provider, payload),
  );
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
    await context.em.fork().nativeUpdate(
      Payment,
      {
        provider: provider.id,
        providerPaymentId: id,
        status: { $in: ["created", "processing", "failed"] },
      },
      { status: "cancelled" },
    );
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

/** The page was left unpaid: its stock can be sold again, unless the shopper has begun anew. */
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
  const dispute = await provider.dispute(context, id);
  if (!dispute || !(await takeInPayment(context, provider.id, dispute.paymentId))) {
    return unmatched(provider.id, id, dispute?.paymentId || paymentId);
  }
  await recordDispute(context, dispute);
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
