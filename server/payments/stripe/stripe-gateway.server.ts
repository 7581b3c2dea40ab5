import Stripe from "stripe";
import type { Environment } from "#server/core/env.server.ts";
import { startedSandbox } from "../sandbox-connection.server.ts";

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

/** Of Stripe's interface: the one that the SDK's types are of. */
export const apiVersion = "2026-10-28.endive";

/** Retries use the same idempotency key, so that a repeated request never acts twice. */
const clientSettings = { apiVersion, maxNetworkRetries: 2, timeout: 15_000, telemetry: false } as const;

/** With the key of the environment, else the sandbox. */
export function connectStripe(environment: Environment): StripeGateway {
  const { STRIPE_SECRET_KEY: key } = environment;
  return key ? realStripe(key, environment) : sandboxStripe();
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
