import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { Environment } from "#server/core/env.server.ts";
import type { PaymentProvider } from "../provider.ts";
import { usesStandIns } from "../provider-list.ts";
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
import { startedSandbox } from "../sandbox-connection.server.ts";
import {
  isPayPalId,
  PayPalClient,
  type PayPalGateway,
  payPalFailureOf,
  requirePayPal,
  unlessMissing,
} from "./paypal-client.server.ts";
import {
  findPayPalDispute,
  findPayPalRefundMoney,
  listPayPalMoney,
  listPayPalRefunds,
  makePayPalRefund,
  readPayPalRefusal,
} from "./paypal-money.server.ts";
import type { PayPalOrder } from "./paypal-order.ts";
import {
  lookAtPayPal,
  openApprovalPage,
  openOrderOfAmount,
  openPayPalOrder,
  payPalSessions,
  retrieveCapture,
} from "./paypal-payments.server.ts";
import { readPayPalEvent, verifyPayPalEvent } from "./paypal-webhook.server.ts";

/** PayPal's issues, in words for staff. */
const payPalFailureReasons: Readonly<Record<string, string>> = {
  instrument_declined: "PayPal could not charge the customer's card or bank account.",
  payer_cannot_pay: "PayPal does not let this customer pay.",
  transaction_refused: "PayPal refused the payment.",
  payee_blocked_transaction: "Your own PayPal account is set up not to take this payment.",
};

/** PayPal's reasons of disputes (developer.paypal.com, Customer disputes v1), as a clause for staff. */
const payPalDisputeReasons: Readonly<Record<string, string>> = {
  unauthorised: "the customer says that they did not make the payment",
  merchandise_or_service_not_received: "the customer says that the goods did not arrive",
  merchandise_or_service_not_as_described: "the customer says that the goods were faulty or not as described",
  duplicate_transaction: "the customer says that they paid twice",
  incorrect_amount: "the customer says that the amount was wrong",
  credit_not_processed: "the customer waits for a refund",
};

/** Orders that their payer approves at PayPal and whose money this shop then takes. */
export const payPalProvider: PaymentProvider<PayPalOrder> = {
  id: "paypal",
  isAvailable: ({ gateways }) => gateways.paypal !== undefined,
  assertAvailable: (context, wanted) => {
    requirePayPal(context, wanted);
  },
  failureOf: payPalFailureOf,

  offer: ({ gateways: { paypal }, settings }) =>
    paypal && settings.paypalEnabled
      ? { publicKey: paypal.clientId, isSandbox: paypal.isSandbox }
      : undefined,
  openEmbedded: openPayPalOrder,
  forPage: ({ id }) => ({ id }),
  openPage: openApprovalPage,
  openAmount: openOrderOfAmount,

  isPaymentId: isPayPalId,
  retrieve: retrieveCapture,
  findState: lookAtPayPal,
  // It takes money only when this shop captures it: one that was given up needs no cancelling there.
  close: async () => ({ kind: "closed" }),

  sessions: payPalSessions,
  readReturn: (query) => {
    const sessionId = query.get("token");
    return sessionId ? { sessionId } : undefined;
  },
  // Such an address names an order, not its capture.
  returnQuery: () => undefined,

  verifyEvent: verifyPayPalEvent,
  readEvent: readPayPalEvent,

  refunds: listPayPalRefunds,
  refund: makePayPalRefund,
  readRefundRefusal: readPayPalRefusal,

  dispute: findPayPalDispute,
  // PayPal cannot be asked by payment; its events tell of each.
  disputes: async () => [],
  review: async () => undefined,

  transactions: listPayPalMoney,
  refundMoney: findPayPalRefundMoney,

  setupQuestions: payPalSetupQuestions,

  failureReasons: payPalFailureReasons,
  disputeReasons: payPalDisputeReasons,
};

/** What paypal-webhook.server.ts reads (developer.paypal.com, "Webhook event names"). */
export const payPalEvents: readonly WebhookEvent[] = [
  alsoByLookup("CHECKOUT.ORDER.APPROVED", "the payer said yes, and the browser may have vanished since"),
  alsoByLookup("PAYMENT.CAPTURE.COMPLETED", "a payment came: its order is made"),
  alsoByLookup("PAYMENT.CAPTURE.PENDING", "PayPal looks into a payment first"),
  alsoByLookup("PAYMENT.CAPTURE.DENIED", "PayPal looked, and the payment failed"),
  alsoByLookup("PAYMENT.CAPTURE.DECLINED", "a payment was refused"),
  onlyByEvent("PAYMENT.CAPTURE.REFUNDED", "money went back, from the dashboard too: credit note and mail"),
  onlyByEvent("PAYMENT.CAPTURE.REVERSED", "PayPal took a payment back"),
  onlyByEvent("PAYMENT.REFUND.PENDING", "a refund takes its time"),
  onlyByEvent("PAYMENT.REFUND.FAILED", "a refund came back: staff are told"),
  onlyByEvent("CUSTOMER.DISPUTE.CREATED", "a customer opened a case: staff are told until when to answer"),
  onlyByEvent("CUSTOMER.DISPUTE.UPDATED", "a case moved on"),
  onlyByEvent("CUSTOMER.DISPUTE.RESOLVED", "a case was decided"),
];

/** What PayPal is asked of its settings for this shop, whose address comes without a trailing slash. */
function payPalSetupQuestions(
  { gateways: { paypal } }: Pick<Context, "gateways">,
  publicUrl: string,
): SetupQuestion[] {
  if (!paypal) return [];
  return [
    {
      about: "where PayPal sends events",
      findProblems: async () => webhookProblems(await findPayPalWebhook(paypal), publicUrl),
    },
  ];
}

/** GET /v1/notifications/webhooks/{id} (developer.paypal.com, "Webhooks Management"), as far as this shop reads it. */
const payPalWebhookSchema = z.looseObject({
  url: z.string(),
  event_types: z.array(z.looseObject({ name: z.string(), status: z.string().optional() })),
});

/** The webhook that PAYPAL_WEBHOOK_ID names; undefined when PayPal knows none of this id. @throws PayPalError */
async function findPayPalWebhook({ client, webhookId }: PayPalGateway): Promise<ProviderWebhook | undefined> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`;
  const webhook = await unlessMissing(client.send(payPalWebhookSchema, "GET", path));
  if (!webhook) return undefined;
  const sent = webhook.event_types.filter(({ status }) => status !== "DISABLED");
  return { address: webhook.url, isEnabled: true, events: sent.map(({ name }) => name) };
}

/** What keeps PayPal's events from this shop; undefined is a webhook that PayPal does not know. */
function webhookProblems(webhook: ProviderWebhook | undefined, publicUrl: string): SetupProblem[] {
  const address = `${publicUrl}/webhooks/paypal`;
  if (!webhook) {
    return [
      {
        title: "PayPal sends no events here",
        sentence: `The app of PAYPAL_CLIENT_ID has no webhook with the id of PAYPAL_WEBHOOK_ID. Add one with the address ${address} in PayPal's dashboard (${EVENT_LIST}) and set its id.`,
      },
    ];
  }
  if (!isSameAddress(webhook.address, address)) {
    return [
      {
        title: "PayPal's webhook leads elsewhere",
        sentence: `The webhook of PAYPAL_WEBHOOK_ID has the address ${webhook.address}, and this shop's is ${address}.`,
      },
    ];
  }
  return missingEvents("PayPal", payPalEvents, webhook.events);
}

const payPalAddresses = {
  live: { api: "https://api-m.paypal.com", payer: "https://www.paypal.com" },
  sandbox: { api: "https://api-m.sandbox.paypal.com", payer: "https://www.sandbox.paypal.com" },
} as const;

/** With the keys of the environment; the sandbox where no provider has any; none where only others have. */
export function connectPayPal(environment: Environment): PayPalGateway | undefined {
  const { PAYPAL_CLIENT_ID: clientId } = environment;
  if (clientId) return realPayPal(clientId, environment);
  return usesStandIns(environment) ? sandboxPayPal() : undefined;
}

function realPayPal(clientId: string, environment: Environment): PayPalGateway {
  const clientSecret = environment.PAYPAL_CLIENT_SECRET ?? "";
  const { api, payer } = payPalAddresses[environment.PAYPAL_ENVIRONMENT === "sandbox" ? "sandbox" : "live"];
  return {
    client: new PayPalClient({ baseUrl: api, clientId, clientSecret }),
    clientId,
    approvalPage: `${payer}/checkoutnow?token=`,
    webhookId: environment.PAYPAL_WEBHOOK_ID ?? "",
    isSandbox: false,
  };
}

function sandboxPayPal(): PayPalGateway {
  let made: { port: number; client: PayPalClient } | undefined;
  return {
    get client() {
      const { port, payPal, pauses } = startedSandbox();
      if (made?.port !== port) {
        const baseUrl = `http://127.0.0.1:${port}`;
        made = { port, client: new PayPalClient({ baseUrl, ...payPal, pauses }) };
      }
      return made.client;
    },
    clientId: "sandbox",
    approvalPage: "/sandbox/paypal/approve?token=",
    get webhookId() {
      return startedSandbox().payPal.webhookId;
    },
    isSandbox: true,
  };
}
