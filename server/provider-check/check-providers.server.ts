import Stripe from "stripe";
import { type Environment, isLive } from "#server/core/env.server.ts";
import { PayPalError } from "#server/payments/paypal/paypal-error.ts";
import type { PayPalGateway } from "#server/payments/paypal/paypal-gateway.server.ts";
import type { StripeGateway } from "#server/payments/stripe/stripe-gateway.server.ts";
import type { Ask, Bench, Experiment } from "./bench.ts";
import type { Finding, Outcome } from "./finding.ts";
import { cleanUpAtPayPal, payPalExperiments } from "./paypal-experiments.server.ts";
import { cleanUpAtStripe, stripeExperiments } from "./stripe-experiments.server.ts";

/** The providers whose test keys are set. */
export interface TestedProviders {
  stripe?: StripeGateway;
  paypal?: PayPalGateway;
}

export interface ProviderCheck {
  findings: Finding[];
  /** What is left at the providers, in sentences. */
  left: string[];
}

const HOW_STRIPE =
  "Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to those of Stripe's test mode.";
const HOW_PAYPAL =
  "Set PAYPAL_ENVIRONMENT=sandbox, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID to those of an app in PayPal's sandbox.";

/**
 * Refuses an environment in which the check would have nothing to ask, or would ask with live keys.
 * @throws RangeError in a sentence
 */
export function requireTestKeys(environment: Environment): void {
  const { STRIPE_SECRET_KEY: key, PAYPAL_CLIENT_ID } = environment;
  if (isLive(environment)) {
    throw new RangeError("these are live keys. The check makes payments: it takes test keys only.");
  }
  if (key !== undefined && !/^(sk|rk)_test_/.test(key)) {
    throw new RangeError("STRIPE_SECRET_KEY is no test key: it must begin with sk_test_ or rk_test_.");
  }
  if (key === undefined && PAYPAL_CLIENT_ID === undefined) {
    throw new RangeError(`there is nobody to ask. ${HOW_STRIPE} ${HOW_PAYPAL}`);
  }
}

/**
 * Plays at the providers, in test mode, what the shop believes of them and clears up afterwards. `ask` is for what only
 * a person with a browser can do; without it that is not tried.
 * @throws RangeError before anything is made when the account answers that it is live
 */
export async function checkProviders(
  { stripe, paypal }: TestedProviders,
  ask: Ask | null = null,
): Promise<ProviderCheck> {
  if (stripe && (await stripe.client.balance.retrieve()).livemode) {
    throw new RangeError("Stripe answers in live mode. The check makes payments: it takes test keys only.");
  }
  const left: string[] = [];
  const findings: Finding[] = [];
  if (stripe) {
    const bench: Bench<Stripe> = { provider: stripe.client, ask, made: [] };
    findings.push(...(await playAll("Stripe", stripeExperiments, bench)));
    left.push(await cleanUpAtStripe(bench));
  } else
    findings.push({ provider: "Stripe", belief: "all of it", happened: HOW_STRIPE, verdict: "not tried" });
  if (paypal) {
    const bench: Bench<PayPalGateway> = { provider: paypal, ask, made: [] };
    findings.push(...(await playAll("PayPal", payPalExperiments, bench)));
    left.push(await cleanUpAtPayPal(bench));
  } else
    findings.push({ provider: "PayPal", belief: "all of it", happened: HOW_PAYPAL, verdict: "not tried" });
  return { findings, left };
}

async function playAll<Provider>(
  provider: Finding["provider"],
  experiments: readonly Experiment<Provider>[],
  bench: Bench<Provider>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { belief, try: play } of experiments) {
    const outcome = await play(bench).catch(unexpected);
    findings.push({ provider, belief, ...outcome });
  }
  return findings;
}

/** A refusal that an experiment did not reckon with is no answer that the shop is known to handle. */
function unexpected(error: unknown): Outcome {
  const happened = error instanceof Error ? error.message : String(error);
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  const refused =
    error instanceof StripeInvalidRequestError ||
    error instanceof StripeCardError ||
    (error instanceof PayPalError && [400, 404, 409, 422].includes(error.status));
  return refused
    ? { happened: `Refused: ${happened}`, verdict: "not fine" }
    : { happened, verdict: "no answer" };
}
