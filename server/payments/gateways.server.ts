import Stripe from "stripe";
import { type Environment, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PaymentGateways, StripeGateway } from "./gateways.ts";
import { type RunningSandbox, runningSandbox } from "./sandbox/sandbox-process.server.ts";
import { apiVersion } from "./sandbox/stripe-shapes.ts";

/** Retries use the same idempotency key, so that a repeated request never acts twice. */
const clientSettings = { apiVersion, maxNetworkRetries: 2, timeout: 15_000, telemetry: false } as const;

let held: { key: string | undefined; gateways: PaymentGateways } | undefined;

/** The process's payment providers: Stripe with the keys of the environment, else the sandbox. */
export function paymentGateways(): PaymentGateways {
  const environment = readEnvironment();
  const key = environment.STRIPE_SECRET_KEY;
  if (held && held.key === key) return held.gateways;
  const gateways = { stripe: key ? realStripe(key, environment) : sandboxStripe() };
  held = { key, gateways };
  return gateways;
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

function startedSandbox(): RunningSandbox {
  const sandbox = runningSandbox();
  if (sandbox) return sandbox;
  throw new ShopError("unavailable", "Payments are not ready yet. Please try again in a moment.", {
    detail: "The payment sandbox has not been started in this process.",
    retryAfterSeconds: 2,
  });
}
