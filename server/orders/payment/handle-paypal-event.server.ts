import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { countAgainstLimit, giveBackToLimit } from "#server/http/limits/rate-limit.server.ts";
import { findPayPalCapture, requirePayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import { cameToNothing } from "#server/payments/paypal/paypal-order.ts";
import { findPayPalRefund, refundInEvent } from "#server/payments/paypal/paypal-refunds.server.ts";
import { isFromPayPal } from "#server/payments/paypal/verify-paypal-event.server.ts";
import { findProviderDispute } from "#server/payments/provider-disputes.server.ts";
import { recordDispute } from "../disputes/record-dispute.server.ts";
import { recordFailedPayPalPayment } from "../failed/record-failed-paypal-payment.server.ts";
import { syncRefunds } from "../refunds/sync-refunds.server.ts";
import { rescuePayPalOrder } from "./capture-paypal-order.server.ts";
import { finaliseReceived } from "./finalise-payment.server.ts";
import { type EventOutcome, processWebhookOnce, unmatched } from "./process-webhook-once.server.ts";
import { receivedThroughPayPal } from "./received-payment.ts";
import { takeInPayment } from "./take-in-payment.server.ts";

const eventSchema = z.looseObject({
  id: z.string().min(1).max(200),
  event_type: z.string().max(100),
  resource: z.looseObject({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).optional(),
    supplementary_data: z
      .looseObject({ related_ids: z.looseObject({ capture_id: z.string().optional() }).optional() })
      .optional()
      .catch(undefined),
    disputed_transactions: z
      .array(z.looseObject({ seller_transaction_id: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
});

type PayPalEvent = z.infer<typeof eventSchema>;

/**
 * An event from PayPal. It is verified, kept, acted on, and only then answered: PayPal sends it again for days when we
 * fail. The events only wake us; what is done follows the object as PayPal has it now.
 * @throws ShopError `bad_request` when PayPal says that it did not send exactly these bytes, `rate_limited` for a
 * sender of many such
 */
export async function handlePayPalEvent(context: Context, body: string, headers: Headers): Promise<void> {
  const event = eventIn(body);
  const delivery = { body, headers, now: context.clock.now() };
  // Asking PayPal costs, and anybody can send what looks like an event.
  const sender = { clientAddress: headers.get("x-client-address") ?? "" };
  await countAgainstLimit(sender, "forged-event");
  if (!event || !(await isFromPayPal(requirePayPal(context), delivery))) {
    throw new ShopError("bad_request", "The signature of this event is not valid.");
  }
  await giveBackToLimit(sender, "forged-event");
  const { id } = event;
  const kept = { provider: "paypal", id, type: event.event_type, payload: JSON.stringify(event) } as const;
  await processWebhookOnce(context, kept, () => followPayPalEvent(context, event));
}

function eventIn(body: string): PayPalEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Acts on an event that has been verified: on its arrival, or as it was kept. */
export async function followPayPalEvent(context: Context, given: unknown): Promise<EventOutcome> {
  const event = eventSchema.parse(given);
  const id = event.resource.id ?? "";
  switch (event.event_type) {
    case "CHECKOUT.ORDER.APPROVED":
      return rescueCapture(context, id);
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.PENDING":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED":
      return followCapture(context, id);
    case "PAYMENT.CAPTURE.REFUNDED":
    case "PAYMENT.CAPTURE.REVERSED":
    case "PAYMENT.REFUND.PENDING":
    case "PAYMENT.REFUND.FAILED":
      return followRefund(context, event);
    case "CUSTOMER.DISPUTE.CREATED":
    case "CUSTOMER.DISPUTE.UPDATED":
    case "CUSTOMER.DISPUTE.RESOLVED":
      return followDispute(context, event);
    default:
      return "ignored";
  }
}

/** The payer said yes; the browser may have vanished before it could tell us. */
async function rescueCapture(context: Context, orderId: string): Promise<EventOutcome> {
  try {
    const outcome = await rescuePayPalOrder(context, orderId);
    return outcome.kind === "unmatched" ? unmatched("paypal", orderId) : outcome.kind;
  } catch (error) {
    // Nothing was taken, and sending the event again would change nothing: the shopper has to decide.
    if (!(error instanceof ShopError) || error.code === "unavailable") throw error;
    log("info", "an approved PayPal order was not captured", { orderId, reason: error.message });
    return "not captured";
  }
}

async function followCapture(context: Context, captureId: string): Promise<EventOutcome> {
  const capture = await findPayPalCapture(requirePayPal(context), captureId);
  if (!capture) return unmatched("paypal", captureId);
  const payment = receivedThroughPayPal(capture);
  if (payment.sessionId && cameToNothing(capture)) {
    const failure = { reason: capture.status, isFinal: true };
    await recordFailedPayPalPayment(context, { id: payment.sessionId }, failure);
  }
  const outcome = await finaliseReceived(context, payment);
  return outcome.kind === "unmatched" ? unmatched("paypal", captureId) : outcome.kind;
}

/**
 * A refund or a reversal. Where PayPal does not show the refund that its own event is about (a reversal's id need not
 * be a refund's), the verified event is what is known of it.
 */
async function followRefund(context: Context, event: PayPalEvent): Promise<EventOutcome> {
  const captureId = captureOfRefund(event.resource);
  if (!(await takeInPayment(context, "paypal", captureId))) return unmatched("paypal", captureId, captureId);
  const reported =
    (await findPayPalRefund(context, event.resource.id ?? "")) ??
    refundInEvent(event.resource, event.event_type);
  const capture = await findPayPalCapture(requirePayPal(context), captureId);
  await syncRefunds(context, captureId, { reported, isAll: capture?.status === "REFUNDED" });
  return "refunded";
}

/** A refund names its capture as the link "up"; what has none is the capture itself. */
function captureOfRefund({ id, links, supplementary_data: more }: PayPalEvent["resource"]): string {
  const up = links?.find(({ rel, href }) => rel === "up" && href.includes("/captures/"))?.href;
  return up?.split("/").at(-1) ?? more?.related_ids?.capture_id ?? id ?? "";
}

async function followDispute(context: Context, { resource }: PayPalEvent): Promise<EventOutcome> {
  const disputeId = resource.dispute_id ?? "";
  const dispute = await findProviderDispute(context, "paypal", disputeId);
  const named = resource.disputed_transactions?.[0]?.seller_transaction_id;
  if (!dispute || !(await takeInPayment(context, "paypal", dispute.paymentId))) {
    return unmatched("paypal", disputeId, dispute?.paymentId || named);
  }
  await recordDispute(context, dispute);
  return "disputed";
}
