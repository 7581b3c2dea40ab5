import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { formatMoney } from "#server/pricing/money.ts";
import { listed } from "../provider-profile.ts";
import {
  type Bench,
  type Experiment,
  fine,
  notFine,
  notTried,
  type Outcome,
  onBench,
  outcomeWhen,
  type ProviderTrial,
} from "../provider-trial.ts";
import { STRIPE_PAGE, stripeProfile } from "./stripe-profile.ts";

/** Pence. */
const AMOUNT = 1000;
const OTHER_AMOUNT = 1200;

/** Where a challenge returns to; nobody has to listen there. */
const RETURN_URL = "https://example.com/";

/** Stripe's ready-made payment methods (docs.stripe.com/testing, "Cards by brand", "3D Secure authentication"). */
const goodCard = { payment_method: "pm_card_visa", return_url: RETURN_URL };
const challengedCard = { payment_method: "pm_card_authenticationRequired", return_url: RETURN_URL };
const declinedCard = { payment_method: "pm_card_visa_chargeDeclined", return_url: RETURN_URL };

const UNEXPECTED = "payment_intent_unexpected_state";

/** What the shop believes of Stripe and no document says, or only half. */
const experiments: readonly Experiment<Stripe>[] = [
  {
    assumption:
      "an intent for cards alone can be begun: allowed_payment_method_types filters what the dashboard allows",
    try: beginWithCards,
  },
  {
    assumption: "an intent that is made only when Pay is pressed charges exactly its own amount",
    try: payOwnAmount,
  },
  {
    assumption:
      "the payment page without JavaScript asks for pounds, and lies where the shop's forms may lead",
    try: openPage,
  },
  { assumption: "an intent that is paid says so when it is confirmed again", try: confirmPaid },
  {
    assumption:
      "an intent that waits for 3-D Secure can be given up; the shop then makes another and never a new price",
    try: cancelChallenged,
  },
  {
    assumption:
      "a new amount while the shopper stands in 3-D Secure: the shop never sends one, whatever it would do",
    try: repriceChallenged,
  },
  {
    assumption: "another card while the first one's 3-D Secure is open pays once at most, or has to wait",
    try: confirmChallenged,
  },
  {
    assumption: "who passes 3-D Secure for an intent that was given up meanwhile is not charged",
    try: passAfterCancel,
  },
  {
    assumption: "a failed answer may be kept for its idempotency key; another key is free of it",
    try: repeatDecline,
  },
  { assumption: "a key that was used for another request is refused, not carried out", try: reuseKey },
  {
    assumption: "an answer 500 is kept for its key as well, so that the shop's next try has another key",
    try: async () =>
      notTried(
        "Stripe cannot be made to fail; its documents say so (docs.stripe.com/api/idempotent_requests: “including 500 errors”). The shop's keys change after each 5xx.",
      ),
  },
  {
    assumption: "Stripe.js refuses an intent whose amount is not the one that the card form was opened with",
    try: async () =>
      notTried(
        "Stripe.js compares in the browser. Open /checkout with these keys, change the cart in a second tab, press Pay in the first: nothing may be charged at the old price. Then Apple Pay in Safari and Google Pay in Chrome: the sheet must open at the first press.",
      ),
  },
];

export const stripeTrial: ProviderTrial = {
  howToSet: `Set ${listed(stripeProfile.keys)} to those of Stripe's test mode.`,
  keyError: ({ STRIPE_SECRET_KEY: key }) =>
    key === undefined || /^(sk|rk)_test_/.test(key)
      ? undefined
      : "STRIPE_SECRET_KEY is no test key: it must begin with sk_test_ or rk_test_.",
  isRefusal: (error) =>
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError,
  begin: ({ stripe }, ask) => {
    if (!stripe) return undefined;
    const bench: Bench<Stripe> = { provider: stripe.client, ask, made: [] };
    return {
      assertTestMode: () => assertTestMode(stripe.client),
      experiments: onBench(experiments, bench),
      cleanUp: () => cleanUp(bench),
    };
  },
};

async function assertTestMode(client: Stripe): Promise<void> {
  if ((await client.balance.retrieve()).livemode) {
    throw new RangeError("Stripe answers in live mode. The check makes payments: it takes test keys only.");
  }
}

/** Paid intents are refunded, others cancelled. */
async function cleanUp({ provider, made }: Bench<Stripe>): Promise<string> {
  const open: string[] = [];
  for (const id of made) {
    await endIntent(provider, id).catch(() => open.push(id));
  }
  const kept = `Stripe keeps ${made.length} payment intents of test mode, cancelled or refunded.`;
  const books = "A shop on the same keys books what was paid as unmatched money, and its refund.";
  if (open.length === 0) return `${kept} ${books}`;
  return `${kept} ${books} Not these, which you can end in the dashboard: ${open.join(", ")}.`;
}

async function endIntent({ paymentIntents, refunds }: Stripe, id: string): Promise<void> {
  const { status } = await paymentIntents.retrieve(id);
  if (status === "succeeded") await refunds.create({ payment_intent: id });
  else if (status !== "canceled") await paymentIntents.cancel(id);
}

/** An intent as the shop begins one, without a checkout. */
async function begin({ provider, made }: Bench<Stripe>, options?: Stripe.RequestOptions) {
  const intent = await provider.paymentIntents.create(intentParameters(), options);
  made.push(intent.id);
  return intent;
}

function intentParameters(): Stripe.PaymentIntentCreateParams {
  return {
    amount: AMOUNT,
    currency: "gbp",
    allowed_payment_method_types: ["card"],
    metadata: { providers_check: "may be ignored" },
  };
}

async function beginWithCards(bench: Bench<Stripe>): Promise<Outcome> {
  try {
    const { payment_method_types: types, status } = await begin(bench);
    const text = `${status}, payable by ${types.join(", ") || "nothing"}.`;
    return types.join() === "card" ? fine(text) : notFine(`${text} Switch cards on in Stripe's dashboard.`);
  } catch (error) {
    const refusal = refusalIn(error);
    return notFine(`Refused: ${refusal.message} Switch cards on in Stripe's dashboard.`);
  }
}

/** In the stand-in the page lies at the shop's own address, which its return address tells. */
const pageOrigins = [STRIPE_PAGE, new URL(RETURN_URL).origin];

async function openPage({ provider }: Bench<Stripe>): Promise<Outcome> {
  const { sessions } = provider.checkout;
  const price = { currency: "gbp", unit_amount: AMOUNT, product_data: { name: "Check" } };
  const page = await sessions.create({
    mode: "payment",
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [{ quantity: 1, price_data: price }],
    success_url: RETURN_URL,
  });
  await sessions.expire(page.id);
  const origin = page.url ? new URL(page.url).origin : "nowhere";
  const pricing = page.adaptive_pricing?.enabled === false ? "off" : "on";
  return outcomeWhen(
    page.currency === "gbp" && pricing === "off" && pageOrigins.includes(origin),
    `${page.currency}, adaptive pricing ${pricing}, at ${origin}.`,
  );
}

async function payOwnAmount(bench: Bench<Stripe>): Promise<Outcome> {
  const { id } = await begin(bench);
  const paid = await bench.provider.paymentIntents.confirm(id, goodCard);
  const text = `${paid.status}, ${formatMoney(paid.amount_received, "gbp")} received of ${formatMoney(AMOUNT, "gbp")}.`;
  return outcomeWhen(paid.status === "succeeded" && paid.amount_received === AMOUNT, text);
}

async function confirmPaid(bench: Bench<Stripe>): Promise<Outcome> {
  const { id } = await begin(bench);
  await bench.provider.paymentIntents.confirm(id, goodCard);
  const again = await refused(() => bench.provider.paymentIntents.confirm(id, goodCard));
  if (!again) return fine("It was confirmed again, and stays paid once.");
  const status = again.payment_intent?.status;
  const text = `Refused with ${again.code}, the intent in the refusal is ${status ?? "missing"}.`;
  return outcomeWhen(again.code === UNEXPECTED && status === "succeeded", text);
}

async function cancelChallenged(bench: Bench<Stripe>): Promise<Outcome> {
  const { paymentIntents } = bench.provider;
  const challenged = await beginChallenge(bench);
  if (challenged.status !== "requires_action")
    return notFine(`The challenge card left it ${challenged.status}.`);
  const cancelled = await paymentIntents.cancel(challenged.id);
  const again = await refused(() => paymentIntents.confirm(challenged.id, goodCard));
  const { status, amount_received: received } = await paymentIntents.retrieve(challenged.id);
  const text = `${cancelled.status}; confirmed afterwards: ${again?.code ?? "accepted"}; now ${status}, ${formatMoney(received, "gbp")} received.`;
  return outcomeWhen(status === "canceled" && received === 0 && again?.code === UNEXPECTED, text);
}

async function repriceChallenged(bench: Bench<Stripe>): Promise<Outcome> {
  const { paymentIntents } = bench.provider;
  const { id, next_action: before } = await beginChallenge(bench);
  const refusal = await refused(() => paymentIntents.update(id, { amount: OTHER_AMOUNT }));
  if (refusal) return fine(`Refused with ${refusal.code}.`);
  const { status, amount, next_action: after } = await paymentIntents.retrieve(id);
  const challenge = after ? (addressOf(after) === addressOf(before) ? "goes on" : "is another") : "is over";
  const text = `Taken: ${status} at ${formatMoney(amount, "gbp")}, the challenge ${challenge}.`;
  if (!bench.ask || !after)
    return fine(`${text}${after ? " What passing it charges shows with --interactive." : ""}`);
  await bench.ask(`Pass the challenge at ${addressOf(after)}, then press Enter.`);
  const end = await paymentIntents.retrieve(id);
  return fine(
    `${text} Passed, it is ${end.status} with ${formatMoney(end.amount_received, "gbp")} received.`,
  );
}

async function confirmChallenged(bench: Bench<Stripe>): Promise<Outcome> {
  const { paymentIntents } = bench.provider;
  const { id } = await beginChallenge(bench);
  const refusal = await refused(() => paymentIntents.confirm(id, goodCard));
  const { status, amount_received: received } = await paymentIntents.retrieve(id);
  const text = `${refusal ? `Refused with ${refusal.code}` : "Taken"}; ${status}, ${formatMoney(received, "gbp")} received.`;
  return outcomeWhen(received === (refusal ? 0 : AMOUNT), text);
}

async function passAfterCancel(bench: Bench<Stripe>): Promise<Outcome> {
  if (!bench.ask) return notTried("A person has to pass the challenge: run with --interactive.");
  const { paymentIntents } = bench.provider;
  const { id, next_action: challenge } = await beginChallenge(bench);
  if (!challenge) return notFine("There was no challenge.");
  await bench.ask(`Open ${addressOf(challenge)}, do not decide yet, then press Enter.`);
  await paymentIntents.cancel(id);
  await bench.ask("Now pass the challenge, then press Enter.");
  const { status, amount_received: received } = await paymentIntents.retrieve(id);
  return outcomeWhen(
    status === "canceled" && received === 0,
    `${status}, ${formatMoney(received, "gbp")} received.`,
  );
}

async function beginChallenge(bench: Bench<Stripe>) {
  const { id } = await begin(bench);
  return bench.provider.paymentIntents.confirm(id, challengedCard);
}

function addressOf(action: Stripe.PaymentIntent.NextAction | null): string {
  return action?.redirect_to_url?.url ?? action?.type ?? "";
}

async function repeatDecline(bench: Bench<Stripe>): Promise<Outcome> {
  const decline = (idempotencyKey: string) =>
    refused(() =>
      bench.provider.paymentIntents.create(
        { ...intentParameters(), ...declinedCard, confirm: true },
        { idempotencyKey },
      ),
    );
  const key = randomUUID();
  const tries = [await decline(key), await decline(key), await decline(randomUUID())];
  const ids = tries.map((refusal) => refusal?.payment_intent?.id);
  bench.made.push(...new Set(ids.filter((id) => id !== undefined)));
  const [first, again, other] = tries;
  if (!first || !again || !other) return notFine("The declined card was taken.");
  const replayed = isReplayed(again);
  const text = `Declined (${first.code}); the same key: ${replayed ? "the kept answer" : "a new try"}; another key: ${isReplayed(other) ? "a kept answer" : "a new try"}.`;
  return outcomeWhen(!isReplayed(other) && ids[2] !== ids[0] && (!replayed || ids[1] === ids[0]), text);
}

async function reuseKey(bench: Bench<Stripe>): Promise<Outcome> {
  const idempotencyKey = randomUUID();
  const first = await begin(bench, { idempotencyKey });
  const other = { ...intentParameters(), amount: OTHER_AMOUNT };
  const refusal = await refused(() => bench.provider.paymentIntents.create(other, { idempotencyKey }));
  if (refusal) return outcomeWhen(refusal.rawType === "idempotency_error", `Refused as ${refusal.rawType}.`);
  return notFine(`It was carried out, or answered with the first one (${first.id}).`);
}

function isReplayed(refusal: Stripe.errors.StripeError): boolean {
  return refusal.headers?.["idempotent-replayed"] === "true";
}

/** Stripe's refusal of a call; undefined when it was carried out. @throws what is no refusal */
async function refused(call: () => Promise<unknown>): Promise<Stripe.errors.StripeError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return refusalIn(error);
  }
}

function refusalIn(error: unknown): Stripe.errors.StripeError {
  const { StripeCardError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
  const kinds = [StripeCardError, StripeInvalidRequestError, StripeIdempotencyError];
  if (error instanceof Stripe.errors.StripeError && kinds.some((kind) => error instanceof kind)) return error;
  throw error;
}
