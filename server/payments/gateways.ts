import type Stripe from "stripe";

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

export interface PaymentGateways {
  stripe: StripeGateway;
}
