import type { Context } from "#server/core/context.ts";
import { isPublic } from "#server/core/env.server.ts";
import { findPayPalWebhook } from "#server/payments/paypal/paypal-setup.server.ts";
import { findWalletDomain, listStripeWebhooks } from "#server/payments/stripe/stripe-setup.server.ts";
import type { Trouble } from "./health-checks.ts";
import type { TradeEnvironment } from "./launch-checklist.ts";
import { payPalWebhookGaps, stripeWebhookGaps, walletGaps } from "./webhook-gaps.ts";

/**
 * What the providers' own settings lack for this shop: asks those whose keys are set, live or test, when the shop has
 * a public address. One that cannot be asked is a trouble by itself: nobody knows then whether its events come.
 */
export async function findProviderGaps(
  { gateways }: Pick<Context, "gateways">,
  { stripe, paypal, publicUrl }: Pick<TradeEnvironment, "stripe" | "paypal" | "publicUrl">,
): Promise<Trouble[]> {
  if (publicUrl === null || !isPublic({ PUBLIC_URL: publicUrl })) return [];
  const address = publicUrl.replace(/\/$/, "");
  const { host } = new URL(publicUrl);
  const troubles: Trouble[] = [];
  if (stripe !== "sandbox") {
    const question = "where Stripe sends events";
    troubles.push(
      ...(await ask(question, async () =>
        stripeWebhookGaps(await listStripeWebhooks(gateways.stripe), address),
      )),
      ...(await ask("whether Stripe offers wallets here", async () =>
        walletGaps(await findWalletDomain(gateways.stripe, host), host),
      )),
    );
  }
  const payPalGateway = gateways.paypal;
  if (paypal !== "none" && payPalGateway) {
    const question = "where PayPal sends events";
    troubles.push(
      ...(await ask(question, async () =>
        payPalWebhookGaps(await findPayPalWebhook(payPalGateway), address),
      )),
    );
  }
  return troubles;
}

/** Keys and permissions that do not suffice are told in the provider's own words, which name what is missing. */
async function ask(question: string, answer: () => Promise<Trouble[]>): Promise<Trouble[]> {
  try {
    return await answer();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ title: "A provider could not be asked", sentence: `It is not known ${question}: ${reason}` }];
  }
}
