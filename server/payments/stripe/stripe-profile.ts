import { type ProviderProfile, unlessTogether, type Variables } from "../provider-profile.ts";

/** Where Stripe's own payment page lies, unless the account has a domain of its own for it. */
const STRIPE_PAGE = "https://checkout.stripe.com";

/** Stripe's script, which shows the card form in frames (docs.stripe.com/security/guide, "Content security policy"). */
const STRIPE_SCRIPT = "https://js.stripe.com https://*.js.stripe.com";

export const stripeProfile = {
  id: "stripe",
  name: "Stripe",
  methodLabel: "Credit Card",
  shortLabel: "Card",
  paidBy: "by card",
  payLabel: "Pay",
  /** The webhook secret may be several, separated by commas. */
  keys: ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  options: [],
  configurationErrors,
  paymentPage: (paymentId, mode) =>
    `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}payments/${encodeURIComponent(paymentId)}`,
  /** rk is a restricted key, which Stripe advises for servers. */
  takesRealMoney: ({ STRIPE_SECRET_KEY: key }) => /^(sk|rk)_live_/.test(String(key ?? "")),
  policy: {
    script: STRIPE_SCRIPT,
    connect: "https://api.stripe.com",
    frame: `${STRIPE_SCRIPT} https://hooks.stripe.com`,
    form: STRIPE_PAGE,
    stylesByNonce: false,
  },
  /** £0.30, €0.50, US$0.50 (docs.stripe.com/currencies), and eight digits. */
  charges: { least: { gbp: 30, eur: 50, usd: 50 }, greatest: 99_999_999 },
  /** Stripe's zero-decimal currencies (docs.stripe.com/currencies). Forints and Taiwan dollars have decimals there. */
  withoutDecimals: new Set("bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf".split(" ")),
  listsLostDisputesAsRefunds: false,
} as const satisfies ProviderProfile;

function configurationErrors(environment: Variables): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = environment;
  const errors = unlessTogether(environment, ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"]);
  if (errors.length === 0 && modeOf(secret) !== modeOf(publishable)) {
    errors.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.");
  }
  if (secret && !environment.STRIPE_WEBHOOK_SECRET) {
    errors.push("STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is.");
  }
  return errors;
}

/** As Stripe's keys say: sk_test_…, pk_live_… */
function modeOf(key: unknown): string | undefined {
  return /^[a-z]+_(test|live)_/.exec(String(key ?? ""))?.[1];
}
