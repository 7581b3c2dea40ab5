import Stripe from "stripe";
import type { Environment } from "#server/core/env.server.ts";
import { callProvider } from "../call-provider.server.ts";
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

/** Whether Stripe says that there is no such object on this account. */
export function isMissingAtStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** What Stripe has; undefined when it says that there is no such thing. */
export async function unlessMissing<Found>(lookup: Promise<Found>): Promise<Found | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

/** What the log should know of an error of Stripe's. */
export function stripeFailureOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const { type, code, requestId, message } = error;
  return { type, code, requestId, message };
}

/**
 * Runs a call to Stripe; its failure becomes the message for shoppers, with the cause for the log only.
 * @throws ShopError `unavailable`
 */
export function callStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  return callProvider(stripeFailureOf, call);
}

/** One call steps over so many kept failures of its request; each took a person or the sweeper that tried again. */
const MOST_REPLAYED_FAILURES = 30;

/**
 * Makes a request that Stripe is to carry out once, however often it is sent. Stripe keeps the first answer to an
 * idempotency key for a day, a 500 included, and says so in a header (docs.stripe.com/api/idempotent_requests and
 * /error-low-level): such a failure would keep a cart from paying until tomorrow, so the next number after the same key
 * is tried. Anyone who asks goes through the same numbers, and so comes to the same object. A failure may have been
 * carried out all the same: `send` looks for what may not exist twice before it asks for it. A kept answer may be out
 * of date: where `send` returns nothing, what was made under that number is over, and the next is tried as well.
 * @throws Stripe's errors
 */
export async function onceAtStripe<Result>(
  key: string,
  send: (options: { idempotencyKey: string }) => Promise<Result | undefined>,
): Promise<Result> {
  let failure: unknown = new Error(`Stripe keeps nothing that is still good under the key ${key}.`);
  for (let number = 1; number <= MOST_REPLAYED_FAILURES; number += 1) {
    try {
      const made = await send({ idempotencyKey: `${key}-${number}` });
      if (made !== undefined) return made;
    } catch (error) {
      if (!isReplayedFailure(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Whether an answer is one of before, which Stripe has kept for its key. */
export function isReplayed({ lastResponse }: Stripe.Response<object>): boolean {
  return lastResponse.headers["idempotent-replayed"] === "true";
}

/** An answer from before, or a key that another release of this shop used for other parameters. */
function isReplayedFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (
    error.headers?.["idempotent-replayed"] === "true" || error instanceof Stripe.errors.StripeIdempotencyError
  );
}
