import Stripe from "stripe";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProviderEvent, VerifiedEvent, WebhookDelivery } from "../provider.ts";
import { findReview, paymentOfCharge } from "./stripe-money.server.ts";

/** @throws ShopError `bad_request` when the signature is not Stripe's for exactly these bytes, or too old */
export async function verifyStripeEvent(
  context: Context,
  { body, headers }: WebhookDelivery,
): Promise<VerifiedEvent> {
  const event = verify(context, body, headers.get("stripe-signature") ?? "");
  return { id: event.id, type: event.type.slice(0, 100), payload: withoutSecrets(event) };
}

/** As old as an event may be; Stripe's own default. */
const TOLERANCE_SECONDS = 300;

function verify(context: Context, body: Buffer, signature: string): Stripe.Event {
  const { client, webhookSecrets, publishableKey, isSandbox } = context.gateways.stripe;
  for (const secret of webhookSecrets) {
    try {
      checkSignature(client, { body, signature, secret });
      const event: Stripe.Event = JSON.parse(body.toString("utf8"));
      const live = !isSandbox && publishableKey.startsWith("pk_live_");
      if (event.livemode !== live)
        throw new ShopError("bad_request", "This event is of the other mode, live or test.");
      return event;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw new ShopError("bad_request", "The signature of this event is not valid.");
}

/** The client's `constructEvent` refuses thin events, which are signed in the same way. */
function checkSignature(
  { webhooks }: Stripe,
  { body, signature, secret }: { body: Buffer; signature: string; secret: string },
): void {
  if (webhooks.signature === null) throw new Error("Stripe's client checks no signatures");
  webhooks.signature.verifyHeader(body, signature, secret, TOLERANCE_SECONDS);
}

/** An intent's client secret lets a browser pay and read it: it is never stored. */
function withoutSecrets(event: Stripe.Event): string {
  return JSON.stringify(event, (key, value: unknown) => (key === "client_secret" ? undefined : value));
}

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

/** A thin event, which names its object and holds nothing of it: an account may send those to a shop that asked for others. */
const thinEventSchema = z
  .object({
    object: z.literal("v2.core.event"),
    type: z.string(),
    related_object: z.object({ id: z.string().default("") }).nullish(),
  })
  .transform(({ type, related_object }) => ({
    // Of the others the payment is not known.
    type: /^v1\.((?:payment_intent|checkout\.session)\..*)$/.exec(type)?.[1] ?? "thin",
    data: { object: { id: related_object?.id ?? "" } },
  }));

/**
 * An event, as far as this shop reads it: what it is about and which payment that names. An account has events of much
 * else, whose objects may have other things under these names.
 */
const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().catch(""),
      payment_intent: named.catch(undefined),
      charge: named.catch(undefined),
      fraud_type: z.string().optional().catch(undefined),
      created: z.number().optional().catch(undefined),
    }),
  }),
});

type StripeObject = z.infer<typeof eventSchema>["data"]["object"];

/** What an event that has been verified is about: on its arrival, or as it was kept. */
export function readStripeEvent(payload: unknown): ProviderEvent {
  const thin = thinEventSchema.safeParse(payload);
  const { type, data } = eventSchema.parse(thin.success ? thin.data : payload);
  const { id } = data.object;
  const paymentId = data.object.payment_intent ?? "";
  switch (type) {
    case "payment_intent.succeeded":
    case "payment_intent.processing":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return {
        about: "payment",
        id,
        isRefusal: type === "payment_intent.payment_failed",
        isPaid: type === "payment_intent.succeeded",
      };
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return { about: "session", id };
    case "checkout.session.expired":
      return { about: "left session", id };
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { about: "refund", paymentId, look: async () => ({}) };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return { about: "dispute", id, paymentId };
    case "review.opened":
    case "review.closed":
      return {
        about: "warning",
        id,
        look: async (context) => {
          const warning = await findReview(context, id);
          return { warning, paymentId: warning?.paymentId || paymentId };
        },
      };
    case "radar.early_fraud_warning.created":
      return { about: "warning", id, look: (context) => readFraudWarning(context, data.object) };
    default:
      return { about: "nothing of ours" };
  }
}

/** It never changes and need not be asked for: Stripe names no permission with which a restricted key could. */
async function readFraudWarning(context: Context, warning: StripeObject) {
  const { id, charge, created, fraud_type: reason = "misc" } = warning;
  const paymentId = warning.payment_intent ?? (await paymentOfCharge(context, charge ?? undefined));
  const openedAt = created ? new Date(created * 1000) : context.clock.now();
  return { warning: { kind: "fraud", id, paymentId, reason, isOpen: true, openedAt }, paymentId } as const;
}
