import { payPalEvents } from "#server/payments/paypal/paypal-events.ts";
import { stripeEvents } from "#server/payments/stripe/stripe-events.ts";
import type { WalletDomain } from "#server/payments/stripe/stripe-setup.server.ts";
import type { ProviderWebhook, WebhookEvent } from "#server/payments/webhook-events.ts";
import type { Trouble } from "./health-checks.ts";

const LIST = "docs/operations.md lists the events";

/** What keeps Stripe's events from this shop. `publicUrl` is the shop's, without a trailing slash. */
export function stripeWebhookGaps(webhooks: readonly ProviderWebhook[], publicUrl: string): Trouble[] {
  const address = `${publicUrl}/webhooks/stripe`;
  const ours = webhooks.filter((webhook) => isSameAddress(webhook.address, address));
  if (ours.length === 0) {
    return [
      {
        title: "Stripe sends no events here",
        sentence: `No webhook endpoint of the account has the address ${address}. Add one in Stripe's dashboard (${LIST}) and set its secret as STRIPE_WEBHOOK_SECRET.`,
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

/** What keeps PayPal's events from this shop; undefined is a webhook that PayPal does not know. */
export function payPalWebhookGaps(webhook: ProviderWebhook | undefined, publicUrl: string): Trouble[] {
  const address = `${publicUrl}/webhooks/paypal`;
  if (!webhook) {
    return [
      {
        title: "PayPal sends no events here",
        sentence: `The app of PAYPAL_CLIENT_ID has no webhook with the id of PAYPAL_WEBHOOK_ID. Add one with the address ${address} in PayPal's dashboard (${LIST}) and set its id.`,
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

/** What keeps wallets from the card form. A domain that is switched off was somebody's decision. */
export function walletGaps(domain: WalletDomain | undefined, host: string): Trouble[] {
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

function missingEvents(
  provider: string,
  wanted: readonly WebhookEvent[],
  sent: readonly string[],
): Trouble[] {
  if (sent.includes("*")) return [];
  const missing = wanted.filter(({ name }) => !sent.includes(name));
  if (missing.length === 0) return [];
  const alone = missing.filter((event) => event.alone).map(({ name }) => name);
  const names = missing.map(({ name }) => name).join(", ");
  const lost = alone.length === 0 ? "" : ` Nothing else tells the shop of ${alone.join(", ")}.`;
  return [
    {
      title: `${provider} keeps events to itself`,
      sentence: `The webhook is not subscribed to ${names}.${lost} Add them in ${provider}'s dashboard.`,
    },
  ];
}

/** Addresses as a provider may write them: a trailing slash and capitals in the host's name mean nothing. */
function isSameAddress(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

function normal(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/$/, "") : address;
}
