import Stripe from "stripe";
import { type Environment, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PaymentGateways, PayPalGateway, StripeGateway } from "./gateways.ts";
import { PayPalClient } from "./paypal/paypal-client.server.ts";
import { type SandboxConnection, sandboxConnection } from "./sandbox-connection.ts";

/** Of Stripe's interface: the one that the SDK's types are of. */
export const apiVersion = "2026-10-28.endive";

/** Retries use the same idempotency key, so that a repeated request never acts twice. */
const clientSettings = { apiVersion, maxNetworkRetries: 2, timeout: 15_000, telemetry: false } as const;

const payPalAddresses = {
  live: { api: "https://api-m.paypal.com", payer: "https://www.paypal.com" },
  sandbox: { api: "https://api-m.sandbox.paypal.com", payer: "https://www.sandbox.paypal.com" },
} as const;

let held: { key: string; gateways: PaymentGateways } | undefined;

/** The process's payment providers: with the keys of the environment, else the sandbox. */
export function paymentGateways(): PaymentGateways {
  const environment = readEnvironment();
  const { STRIPE_SECRET_KEY: stripeKey, PAYPAL_CLIENT_ID: clientId } = environment;
  const key = `${stripeKey} ${clientId}`;
  if (held && held.key === key) return held.gateways;
  const gateways: PaymentGateways = {
    stripe: stripeKey ? realStripe(stripeKey, environment) : sandboxStripe(),
  };
  if (clientId) gateways.paypal = realPayPal(clientId, environment);
  else if (!stripeKey) gateways.paypal = sandboxPayPal();
  held = { key, gateways };
  return gateways;
}

function realPayPal(clientId: string, environment: Environment): PayPalGateway {
  const clientSecret = environment.PAYPAL_CLIENT_SECRET ?? "";
  const { api, payer } = payPalAddresses[environment.PAYPAL_ENVIRONMENT];
  return {
    client: new PayPalClient({ baseUrl: api, clientId, clientSecret }),
    clientId,
    approvalPage: `${payer}/checkoutnow?token=`,
    webhookId: environment.PAYPAL_WEBHOOK_ID ?? "",
    isSandbox: false,
  };
}

function realStripe(key: string, environment: Environment): StripeGateway {
  return {
    client: new Stripe(key, clientSettings),
    publishableKey: environment.STRIPE_PUBLISHABLE_KEY ?? "",
    webhookSecrets: (environment.STRIPE_WEBHOOK_SECRET ?? "")
      .split(",")
      .map((secret) => secret.trim())
      .filter((secret) => secret !== ""),
    isSandbox: false,
  };
}

/** Its port is known once it listens: client and secrets are looked up when they are used. */
function sandboxStripe(): StripeGateway {
  let made: { port: number; client: Stripe } | undefined;
  return {
    get client() {
      const { port, secretKey } = startedSandbox();
      if (made?.port !== port) {
        const client = new Stripe(secretKey, {
          ...clientSettings,
          host: "127.0.0.1",
          port,
          protocol: "http",
        });
        made = { port, client };
      }
      return made.client;
    },
    publishableKey: "pk_sandbox",
    get webhookSecrets() {
      return [startedSandbox().webhookSecret];
    },
    isSandbox: true,
  };
}

function sandboxPayPal(): PayPalGateway {
  let made: { port: number; client: PayPalClient } | undefined;
  return {
    get client() {
      const { port, payPal } = startedSandbox();
      if (made?.port !== port) {
        const baseUrl = `http://127.0.0.1:${port}`;
        made = { port, client: new PayPalClient({ baseUrl, ...payPal }) };
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

function startedSandbox(): SandboxConnection {
  const sandbox = sandboxConnection();
  if (sandbox) return sandbox;
  throw new ShopError("unavailable", "Payments are not ready yet. Please try again in a moment.", {
    detail: "The payment sandbox has not been started in this process.",
    retryAfterSeconds: 2,
  });
}
