import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { findPayPalCapture, requirePayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import { cameToNothing } from "#server/payments/paypal/paypal-order.ts";
import { findPayPalRefund } from "#server/payments/paypal/paypal-refunds.server.ts";
import { isFromPayPal } from "#server/payments/paypal/verify-paypal-event.server.ts";
import { findProviderDispute } from "#server/payments/provider-disputes.server.ts";
import { actOnEvent } from "./act-on-event.server.ts";
import { rescuePayPalOrder } from "./capture-paypal-order.server.ts";
import { finaliseReceived } from "./finalise-payment.server.ts";
import { importRefunds } from "./import-refunds.server.ts";
import { receivedThroughPayPal } from "./received-payment.ts";
import { recordDispute } from "./record-dispute.server.ts";
import { recordFailedPayPalPayment } from "./record-failed-paypal-payment.server.ts";

const eventSchema = z.looseObject({
  id: z.string().min(1).max(200),
  event_type: z.string().max(100),
  resource: z.looseObject({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).optional(),
  }),
});

type PayPalEvent = z.infer<typeof eventSchema>;

/**
 * An event from PayPal. It is verified, kept, acted on, and only then answered: PayPal sends it again for days when we
 * fail. The events only wake us; what is done follows the object as PayPal has it now.
 * @throws ShopError `bad_request` when PayPal says that it did not send exactly these bytes
 */
export async function handlePayPalEvent(context: Context, body: string, headers: Headers): Promise<void> {
  const event = eventIn(body);
  const delivery = { body, headers, now: context.clock.now() };
  if (!event || !(await isFromPayPal(requirePayPal(context), delivery))) {
    throw new ShopError("bad_request", "The signature of this event is not valid.");
  }
  const { id } = event;
  const kept = { provider: "paypal", id, type: event.event_type, payload: JSON.stringify(event) } as const;
  await actOnEvent(context, kept, () => act(context, event));
}

function eventIn(body: string): PayPalEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

async function act(context: Context, event: PayPalEvent): Promise<string> {
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
      return followRefund(context, event);
    case "CUSTOMER.DISPUTE.CREATED":
    case "CUSTOMER.DISPUTE.UPDATED":
    case "CUSTOMER.DISPUTE.RESOLVED":
      return followDispute(context, event.resource.dispute_id ?? "");
    default:
      return "ignored";
  }
}

/** The payer said yes; the browser may have vanished before it could tell us. */
async function rescueCapture(context: Context, orderId: string): Promise<string> {
  try {
    const outcome = await rescuePayPalOrder(context, orderId);
    return outcome.kind === "unmatched" ? unmatched(orderId) : outcome.kind;
  } catch (error) {
    // Nothing was taken, and sending the event again would change nothing: the shopper has to decide.
    if (!(error instanceof ShopError) || error.code === "unavailable") throw error;
    log("info", "an approved PayPal order was not captured", { orderId, reason: error.message });
    return "not captured";
  }
}

async function followCapture(context: Context, captureId: string): Promise<string> {
  const capture = await findPayPalCapture(requirePayPal(context), captureId);
  if (!capture) return unmatched(captureId);
  const payment = receivedThroughPayPal(capture);
  if (payment.sessionId && cameToNothing(capture)) {
    const failure = { reason: capture.status, isFinal: true };
    await recordFailedPayPalPayment(context, { id: payment.sessionId }, failure);
  }
  const outcome = await finaliseReceived(context, payment);
  return outcome.kind === "unmatched" ? unmatched(captureId) : outcome.kind;
}

/** A refund names its capture as the link "up". */
async function followRefund(context: Context, { resource }: PayPalEvent): Promise<string> {
  const up = resource.links?.find(({ rel }) => rel === "up")?.href;
  const captureId = up?.split("/").at(-1) ?? "";
  const reported = await findPayPalRefund(context, resource.id ?? "");
  return (await importRefunds(context, captureId, reported)) ? "refunded" : unmatched(captureId);
}

async function followDispute(context: Context, disputeId: string): Promise<string> {
  const dispute = await findProviderDispute(context, "paypal", disputeId);
  if (!dispute || !(await recordDispute(context, dispute))) return unmatched(disputeId);
  return "disputed";
}

/** Waits in the list of events for a person: repeating it would change nothing. */
function unmatched(id: string): string {
  log("warn", "a PayPal event matches no checkout", { id });
  return "unmatched";
}
