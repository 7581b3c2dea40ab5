import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paymentGateways } from "#server/payments/providers.server.ts";
import {
  GOOD_CARD,
  payIntent,
  setFaults,
  startedSandbox,
  startTestSandbox,
} from "#server/testing/sandbox.ts";

let sandbox: { port: number; stop(): Promise<void> };
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  await faults({});
});

const faults = (changes: Parameters<typeof setFaults>[0]) => setFaults(changes);
const stripe = () => paymentGateways().stripe.client;

function createIntent(amount = 1999): Promise<Stripe.PaymentIntent> {
  return stripe().paymentIntents.create({ amount, currency: "gbp", metadata: { checkout_id: "one" } });
}

function secretOf(intent: Stripe.PaymentIntent): string {
  return intent.client_secret ?? "";
}

/** The error of a failed call. */
async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error("was not refused by Stripe", { cause: error });
}

describe("an intent", () => {
  test("is made and read back with Stripe's fields", async () => {
    const made = await createIntent();
    expect(made).toMatchObject({
      object: "payment_intent",
      amount: 1999,
      amount_received: 0,
      currency: "gbp",
      livemode: false,
      status: "requires_payment_method",
      metadata: { checkout_id: "one" },
      last_payment_error: null,
      latest_charge: null,
    });
    expect(secretOf(made)).toMatch(new RegExp(`^${made.id}_secret_`));
    const read = await stripe().paymentIntents.retrieve(made.id);
    expect(read).toMatchObject({ id: made.id, client_secret: made.client_secret, created: made.created });
  });

  test("is cancelled once, and then takes no card", async () => {
    const made = await createIntent();
    const cancelled = await stripe().paymentIntents.cancel(made.id);
    expect(cancelled).toMatchObject({ status: "canceled" });
    expect(await refusalOf(stripe().paymentIntents.cancel(made.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect((await payIntent(secretOf(made), GOOD_CARD)).error?.code).toBe("payment_intent_unexpected_state");
  });
});

describe("paying by the card form", () => {
  test("a good card charges the whole amount", async () => {
    const made = await createIntent(4200);
    const response = await payIntent(secretOf(made), "4242 4242 4242 4242");
    expect(response.paymentIntent).toMatchObject({ id: made.id, status: "succeeded" });
    const paid = await stripe().paymentIntents.retrieve(made.id, { expand: ["latest_charge"] });
    expect(paid).toMatchObject({
      status: "succeeded",
      amount_received: 4200,
      latest_charge: { object: "charge", amount: 4200, paid: true, payment_intent: made.id },
    });
  });

  test("3-D Secure: passed pays, failed leaves the intent open", async () => {
    for (const number of ["4000002500003155", "4000000000003220"]) {
      const made = await createIntent();
      const failed = await payIntent(secretOf(made), number, { challenge: "fail" });
      expect(failed.error?.code).toBe("payment_intent_authentication_failure");
      expect((await stripe().paymentIntents.retrieve(made.id)).status).toBe("requires_payment_method");
      const passed = await payIntent(secretOf(made), number, { challenge: "pass" });
      expect(passed.paymentIntent?.status).toBe("succeeded");
    }
  });

  test("an invalid card number is not charged", async () => {
    const made = await createIntent();
    const { error } = await payIntent(secretOf(made), "4242424242424241");
    expect(error).toMatchObject({ type: "validation_error", message: "Your card number is invalid." });
    expect((await stripe().paymentIntents.retrieve(made.id)).last_payment_error).toBeNull();
  });

  test("a number that is no test card is refused and not kept", async () => {
    const made = await createIntent();
    const { error } = await payIntent(secretOf(made), "4111111111111111");
    expect(error?.decline_code).toBe("test_mode_live_card");
  });

  test("another intent's secret opens nothing", async () => {
    const [made, other] = [await createIntent(), await createIntent()];
    const mixed = secretOf(made).replace(/_secret_.*/, `_secret_${secretOf(other).split("_secret_")[1]}`);
    expect((await payIntent(mixed, GOOD_CARD)).error?.message).toMatch(/client_secret/);
  });

  test("a second submission is refused as the API does it, with the paid intent in the error", async () => {
    const made = await createIntent(4200);
    await payIntent(secretOf(made), GOOD_CARD);
    const { error } = await payIntent(secretOf(made), GOOD_CARD);
    expect(error).toMatchObject({
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      payment_intent: { object: "payment_intent", id: made.id, status: "succeeded", amount: 4200 },
    });
    expect(error?.payment_intent).not.toHaveProperty("metadata");
  });

  test("twenty submissions at once charge once", async () => {
    const made = await createIntent();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => payIntent(secretOf(made), GOOD_CARD)),
    );
    expect(responses.filter((response) => response.paymentIntent?.status === "succeeded")).toHaveLength(1);
    expect(
      responses.filter((response) => response.error?.code === "payment_intent_unexpected_state"),
    ).toHaveLength(19);
    const list = await stripe().charges.list({ payment_intent: made.id });
    expect(list.data).toHaveLength(1);
  });
});

describe("a card form", () => {
  test("confirms only a payment of the amount that it was opened for", async () => {
    const made = await createIntent(2000);
    const { error } = await payIntent(secretOf(made), GOOD_CARD, { elementsAmount: 1500 });
    expect(error?.type).toBe("invalid_request_error");
    expect((await stripe().paymentIntents.retrieve(made.id)).amount_received).toBe(0);
    const paid = await payIntent(secretOf(made), GOOD_CARD, { elementsAmount: 2000 });
    expect(paid.paymentIntent?.status).toBe("succeeded");
  });
});

describe("a list", () => {
  test("is newest first, by page and by time", async () => {
    const paid = [];
    for (const amount of [101, 102]) {
      const intent = await createIntent(amount);
      await payIntent(secretOf(intent), GOOD_CARD);
      paid.push(intent);
    }
    const created = { gte: paid[0]?.created ?? 0 };
    const page = await stripe().charges.list({ limit: 1, created });
    expect(page.data.map(({ amount }) => amount)).toEqual([102]);
    expect(page.has_more).toBe(true);
    const next = await stripe().charges.list({ limit: 1, starting_after: page.data[0]?.id ?? "", created });
    expect(next.data.map(({ amount }) => amount)).toEqual([101]);
    const none = await stripe().charges.list({ created: { lt: created.gte - 3600 } });
    expect(none.data).toEqual([]);
  });
});

describe("an idempotency key", () => {
  test("gives the same answer to the same request, also twenty at once", async () => {
    const make = () =>
      stripe().paymentIntents.create({ amount: 700, currency: "gbp" }, { idempotencyKey: "a-1-create" });
    const responses = await Promise.allSettled(Array.from({ length: 20 }, make));
    const made = responses.flatMap((response) =>
      response.status === "fulfilled" ? [response.value.id] : [],
    );
    expect(new Set(made).size).toBe(1);
    // A request that finds the key in use three times gives up.
    for (const finished of responses) {
      if (finished.status === "rejected") expect(finished.reason).toMatchObject({ statusCode: 409 });
    }
    expect((await make()).lastResponse.headers["idempotent-replayed"]).toBe("true");
  });

  test("refuses another request", async () => {
    const make = (amount: number) =>
      stripe().paymentIntents.create({ amount, currency: "gbp" }, { idempotencyKey: "b-1-create" });
    await make(700);
    expect(await refusalOf(make(800))).toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  test("gives a 500 again for as long as it is remembered, and another key goes through", async () => {
    const make = (idempotencyKey: string) =>
      stripe().paymentIntents.create({ amount: 900, currency: "gbp" }, { idempotencyKey });
    await faults({ serverErrors: 1 });
    const [first, second] = [await refusalOf(make("e-1")), await refusalOf(make("e-1"))];
    expect([first.statusCode, second.statusCode]).toEqual([500, 500]);
    expect(first.headers?.["idempotent-replayed"]).toBeUndefined();
    expect(second.headers?.["idempotent-replayed"]).toBe("true");
    expect((await make("e-2")).amount).toBe(900);
  });

  test("keeps a 500 also of a request that was carried out", async () => {
    const made = await createIntent();
    const cancel = () => stripe().paymentIntents.cancel(made.id, {}, { idempotencyKey: "f-1" });
    await faults({ lateServerErrors: 1 });
    expect((await refusalOf(cancel())).statusCode).toBe(500);
    expect((await refusalOf(cancel())).headers?.["idempotent-replayed"]).toBe("true");
    expect((await stripe().paymentIntents.retrieve(made.id)).status).toBe("canceled");
  });

  test("keeps nothing of a 503 that came from before Stripe's own machines", async () => {
    await faults({ outages: 1 });
    const made = await stripe().paymentIntents.create(
      { amount: 900, currency: "gbp" },
      { idempotencyKey: "g-1" },
    );
    expect(made.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
  });

  test("gives the refusal of an object's state again, also once that has changed", async () => {
    const made = await createIntent();
    const refund = () => stripe().refunds.create({ payment_intent: made.id }, { idempotencyKey: "h-1" });
    const first = await refusalOf(refund());
    await payIntent(secretOf(made), GOOD_CARD);
    const second = await refusalOf(refund());
    expect(second).toMatchObject({ statusCode: 400, message: first.message });
    expect(second.headers?.["idempotent-replayed"]).toBe("true");
  });

  test("that is in use right now is refused with 409, which the SDK waits out", async () => {
    const headers = { Authorization: `Bearer ${startedSandbox().secretKey}`, "Idempotency-Key": "i-1" };
    const url = `http://127.0.0.1:${sandbox.port}/v1/payment_intents`;
    const body = new URLSearchParams({ amount: "700", currency: "gbp" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(url, { method: "POST", headers, body })),
    );
    const declined = answers.filter(({ status }) => status === 409);
    expect(declined.length).toBeGreaterThan(0);
    expect(await declined[0]?.json()).toMatchObject({
      error: { type: "invalid_request_error", code: "idempotency_key_in_use" },
    });
  });

  test("stays free after a request that was refused for its parameters", async () => {
    const make = (amount: number) =>
      stripe().paymentIntents.create({ amount, currency: "gbp" }, { idempotencyKey: "d-1-create" });
    await refusalOf(make(1));
    expect((await make(800)).amount).toBe(800);
  });
});
