import type Stripe from "stripe";
import type { PayPalClient } from "./paypal/paypal-client.server.ts";

/** How the shop reaches Stripe: the real SDK, against Stripe or against the sandbox. */
export interface StripeGateway {
  client: Stripe;
  /** For the browser; in the sandbox a value that real Stripe would refuse. */
  publishableKey: string;
  /** All that may have signed an event: more than one while a secret is being replaced. */
  webhookSecrets: string[];
  /** True while test payments come from the sandbox: every page says so. */
  isSandbox: boolean;
}

/** How the shop reaches PayPal: its REST interface, or the sandbox's. */
export interface PayPalGateway {
  client: PayPalClient;
  /** For the browser. */
  clientId: string;
  /** Where payers approve an order, whose id follows. */
  approvalPage: string;
  /** Which of PayPal's webhooks this shop is. */
  webhookId: string;
  /** True while test payments come from our own sandbox, not from PayPal's. */
  isSandbox: boolean;
}

export interface PaymentGateways {
  stripe: StripeGateway;
  /** None where Stripe has keys and PayPal has not. */
  paypal?: PayPalGateway;
}
