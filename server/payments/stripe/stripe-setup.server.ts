import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import {
  alsoByLookup,
  EVENT_LIST,
  isSameAddress,
  missingEvents,
  onlyByEvent,
  type ProviderWebhook,
  type SetupGap,
  type SetupQuestion,
  type WebhookEvent,
} from "../provider-setup.ts";
import type { StripeGateway } from "./stripe-calls.server.ts";

/** What stripe-webhook.server.ts reads (docs.stripe.com/api/events/types). */
export const stripeEvents: readonly WebhookEvent<Stripe.Event["type"]>[] = [
  alsoByLookup("payment_intent.succeeded", "a card payment came: its order is made"),
  alsoByLookup("payment_intent.processing", "a bank takes its time"),
  alsoByLookup("payment_intent.payment_failed", "a card was refused: the row among the failed orders"),
  alsoByLookup("payment_intent.canceled", "a payment was given up"),
  alsoByLookup("checkout.session.completed", "a payment page was paid: its order is made"),
  alsoByLookup("checkout.session.async_payment_succeeded", "a slow payment of a page came"),
  alsoByLookup("checkout.session.async_payment_failed", "a slow payment of a page failed"),
  alsoByLookup("checkout.session.expired", "a payment page was left: its stock can be sold again"),
  onlyByEvent("charge.refunded", "money went back, from the dashboard too: credit note and mail"),
  onlyByEvent("refund.created", "a refund was begun, from the dashboard too"),
  onlyByEvent("refund.updated", "a refund moved on"),
  onlyByEvent("refund.failed", "a refund came back: staff are told"),
  onlyByEvent("charge.dispute.created", "a customer disputes a payment: staff are told until when to answer"),
  onlyByEvent("charge.dispute.updated", "a dispute moved on"),
  onlyByEvent("charge.dispute.closed", "a dispute was decided"),
  onlyByEvent("charge.dispute.funds_withdrawn", "a dispute took its money"),
  onlyByEvent("charge.dispute.funds_reinstated", "a dispute gave its money back"),
  onlyByEvent("review.opened", "Stripe reviews a payment: its goods wait, staff are told"),
  onlyByEvent("review.closed", "a review is over"),
  onlyByEvent("radar.early_fraud_warning.created", "a card's bank calls a payment fraud: staff are told"),
];

/** What Stripe is asked of its settings for this shop, whose address comes without a trailing slash. */
export function stripeSetupQuestions(
  { gateways: { stripe } }: Pick<Context, "gateways">,
  publicUrl: string,
): SetupQuestion[] {
  const { host } = new URL(publicUrl);
  return [
    {
      about: "where Stripe sends events",
      findGaps: async () => webhookGaps(await listStripeWebhooks(stripe), publicUrl),
    },
    {
      about: "whether Stripe offers wallets here",
      findGaps: async () => walletGaps(await findWalletDomain(stripe, host), host),
    },
  ];
}

/** The largest page that Stripe gives. */
const PAGE = 100;

/** Every webhook endpoint of the account, in the mode of the key. @throws Stripe's errors */
async function listStripeWebhooks({ client }: StripeGateway): Promise<ProviderWebhook[]> {
  const webhooks: ProviderWebhook[] = [];
  for await (const endpoint of client.webhookEndpoints.list({ limit: PAGE })) {
    webhooks.push({
      address: endpoint.url,
      isEnabled: endpoint.status === "enabled",
      events: endpoint.enabled_events,
    });
  }
  return webhooks;
}

/** What Stripe.js may offer at a host: wallets only where the host is registered. */
type WalletDomain = Pick<Stripe.PaymentMethodDomain, "enabled" | "apple_pay" | "google_pay">;

/** A host among Stripe's payment method domains; undefined when it is not registered. @throws Stripe's errors */
async function findWalletDomain({ client }: StripeGateway, host: string): Promise<WalletDomain | undefined> {
  return (await client.paymentMethodDomains.list({ domain_name: host, limit: 1 })).data[0];
}

/** What keeps Stripe's events from this shop. `publicUrl` is the shop's, without a trailing slash. */
function webhookGaps(webhooks: readonly ProviderWebhook[], publicUrl: string): SetupGap[] {
  const address = `${publicUrl}/webhooks/stripe`;
  const ours = webhooks.filter((webhook) => isSameAddress(webhook.address, address));
  if (ours.length === 0) {
    return [
      {
        title: "Stripe sends no events here",
        sentence: `No webhook endpoint of the account has the address ${address}. Add one in Stripe's dashboard (${EVENT_LIST}) and set its secret as STRIPE_WEBHOOK_SECRET.`,
      },
    ];
  }
  const enabled = ours.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) {
    return [
      {
        title: "Stripe's webhook is disabled",
        sentence: `The webhook endpoint ${address} exists and is switched off. Enable it in Stripe's dashboard.`,
      },
    ];
  }
  return missingEvents(
    "Stripe",
    stripeEvents,
    enabled.flatMap(({ events }) => events),
  );
}

/** What keeps wallets from the card form. A domain that is switched off was somebody's decision. */
function walletGaps(domain: WalletDomain | undefined, host: string): SetupGap[] {
  const title = "The card form offers no wallets";
  if (!domain) {
    return [
      {
        title,
        sentence: `${host} is not among Stripe's payment method domains, so that Apple Pay and Google Pay are not shown. Add it in Stripe's dashboard.`,
      },
    ];
  }
  if (!domain.enabled) return [];
  const inactive = [
    { name: "Apple Pay", ...domain.apple_pay },
    { name: "Google Pay", ...domain.google_pay },
  ].filter(({ status }) => status !== "active");
  return inactive.map(({ name, status_details: details }) => ({
    title: `The card form does not offer ${name}`,
    sentence: `Stripe has it as inactive at ${host}${details ? `: ${details.error_message}` : ""}. Look at the payment method domains in Stripe's dashboard.`,
  }));
}

/** The permissions that this shop needs of a restricted Stripe key. */
interface StripePermission {
  /** The row of the form in Stripe's dashboard. */
  resource: string;
  level: "Read" | "Write";
  /** As Stripe's refusals name it, after `rak_` (docs.stripe.com/stripe-apps/reference/permissions). */
  name: string;
  /** The SDK's calls that need it. Write includes Read. */
  calls: readonly string[];
}

/** Every call that the shop makes, by the permission it needs. */
export const stripePermissions: readonly StripePermission[] = [
  {
    resource: "PaymentIntents",
    level: "Write",
    name: "payment_intent_write",
    calls: ["paymentIntents.create", "paymentIntents.retrieve", "paymentIntents.cancel"],
  },
  {
    resource: "Checkout Sessions",
    level: "Write",
    name: "checkout_session_write",
    calls: ["checkout.sessions.create", "checkout.sessions.retrieve", "checkout.sessions.expire"],
  },
  {
    resource: "Charges and Refunds",
    level: "Write",
    name: "charge_write",
    calls: ["charges.list", "charges.retrieve", "refunds.create", "refunds.list", "refunds.retrieve"],
  },
  {
    resource: "Disputes",
    level: "Read",
    name: "dispute_read",
    calls: ["disputes.list", "disputes.retrieve"],
  },
  { resource: "Reviews", level: "Read", name: "review_read", calls: ["reviews.retrieve"] },
  { resource: "Webhook Endpoints", level: "Read", name: "webhook_read", calls: ["webhookEndpoints.list"] },
  {
    resource: "Payment Method Domains",
    level: "Read",
    name: "payment_method_domain_read",
    calls: ["paymentMethodDomains.list"],
  },
];
