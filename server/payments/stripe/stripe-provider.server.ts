import type Stripe from "stripe";
import type { Context } from "#server/core/context.ts";
import type { PaymentProvider, ReturnedPayment } from "../provider.ts";
import {
  alsoByLookup,
  EVENT_LIST,
  isSameAddress,
  missingEvents,
  onlyByEvent,
  type ProviderWebhook,
  type SetupProblem,
  type SetupQuestion,
  type WebhookEvent,
} from "../provider-profile.ts";
import { openIntent, openIntentOfAmount, openPage, type StripeIntent } from "./open-payment.server.ts";
import { type StripeGateway, stripeFailureOf } from "./stripe-calls.server.ts";
import {
  findReview,
  findStripeDispute,
  findStripeRefundMoney,
  listStripeDisputes,
  listStripeMoney,
  listStripeRefunds,
  makeStripeRefund,
  readStripeRefusal,
} from "./stripe-money.server.ts";
import {
  closeStripePayment,
  findPaidPage,
  isIntentId,
  lookAtStripe,
  retrieveIntentPayment,
} from "./stripe-payments.server.ts";
import { readStripeEvent, verifyStripeEvent } from "./stripe-webhook.server.ts";

/** Stripe's decline and error codes (docs.stripe.com/declines/codes), in words for staff. */
const stripeFailureReasons: Readonly<Record<string, string>> = {
  insufficient_funds: "There was not enough money on the card.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The security code was wrong.",
  invalid_cvc: "The security code was wrong.",
  incorrect_number: "The card number was wrong.",
  invalid_number: "The card number was wrong.",
  processing_error: "The bank could not process the card just then; trying again may help.",
  authentication_required: "The bank wanted the customer to confirm the payment, and that did not happen.",
  payment_intent_authentication_failure: "The customer did not pass the bank's check (3-D Secure).",
  card_velocity_exceeded: "The card has reached its limit.",
  withdrawal_count_limit_exceeded: "The card has reached its limit.",
  lost_card: "The bank says the card was lost. The customer was only told that it was declined.",
  stolen_card: "The bank says the card was stolen. The customer was only told that it was declined.",
  fraudulent: "The payment was blocked as suspected fraud. The customer was only told that it was declined.",
  merchant_blacklist: "The card is on a block list. The customer was only told that it was declined.",
  card_not_supported: "The card cannot be used for this kind of purchase.",
  currency_not_supported: "The card cannot pay in this currency.",
  generic_decline: "The bank declined the card without saying why; the customer can ask it.",
  card_declined: "The bank declined the card without saying why; the customer can ask it.",
  do_not_honor: "The bank declined the card without saying why; the customer can ask it.",
};

/** Stripe's reasons of disputes (docs.stripe.com/disputes/categories), as a clause for staff. */
const stripeDisputeReasons: Readonly<Record<string, string>> = {
  fraudulent: "the cardholder says that they did not make the payment",
  product_not_received: "the customer says that the goods did not arrive",
  product_unacceptable: "the customer says that the goods were faulty or not as described",
  duplicate: "the customer says that they paid twice",
  incorrect_amount: "the customer says that the amount was wrong",
  credit_not_processed: "the customer waits for a refund",
  subscription_canceled: "the customer says that they had cancelled",
  unrecognized: "the customer does not recognise the payment",
};

/** Cards by payment intents, in the page or on Stripe's own. */
export const stripeProvider: PaymentProvider<StripeIntent> = {
  id: "stripe",
  isAvailable: () => true,
  assertAvailable: () => undefined,
  failureOf: stripeFailureOf,

  offer: ({ gateways }) => ({
    publicKey: gateways.stripe.publishableKey,
    isSandbox: gateways.stripe.isSandbox,
  }),
  openEmbedded: openIntent,
  forPage: ({ clientSecret }) => ({ clientSecret }),
  openPage,
  openAmount: openIntentOfAmount,

  isPaymentId: isIntentId,
  retrieve: retrieveIntentPayment,
  findState: lookAtStripe,
  close: (context, payment) => closeStripePayment(context.gateways.stripe.client, payment),

  sessions: { kind: "page", find: findPaidPage },
  readReturn,
  returnQuery: (paymentId) => new URLSearchParams({ payment_intent: paymentId }),

  verifyEvent: verifyStripeEvent,
  readEvent: readStripeEvent,

  refunds: listStripeRefunds,
  refund: makeStripeRefund,
  readRefundRefusal: readStripeRefusal,

  dispute: findStripeDispute,
  disputes: listStripeDisputes,
  review: findReview,

  transactions: listStripeMoney,
  refundMoney: findStripeRefundMoney,

  setupQuestions: stripeSetupQuestions,

  failureReasons: stripeFailureReasons,
  disputeReasons: stripeDisputeReasons,
};

/** The hosted page's address for the return, else what Stripe.js adds to ours. */
function readReturn(query: URLSearchParams): ReturnedPayment | undefined {
  const sessionId = query.get("session_id");
  const paymentId = query.get("payment_intent");
  if (sessionId) return { sessionId };
  return paymentId ? { paymentId } : undefined;
}

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
function stripeSetupQuestions(
  { gateways: { stripe } }: Pick<Context, "gateways">,
  publicUrl: string,
): SetupQuestion[] {
  const { host } = new URL(publicUrl);
  return [
    {
      about: "where Stripe sends events",
      findProblems: async () => webhookProblems(await listStripeWebhooks(stripe), publicUrl),
    },
    {
      about: "whether Stripe offers wallets here",
      findProblems: async () => walletProblems(await findWalletDomain(stripe, host), host),
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
function webhookProblems(webhooks: readonly ProviderWebhook[], publicUrl: string): SetupProblem[] {
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
function walletProblems(domain: WalletDomain | undefined, host: string): SetupProblem[] {
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
