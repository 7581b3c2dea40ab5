import { describe, expect, it, test } from "vitest";
import { outcomeOf, paymentErrorMessage } from "./pay-with-elements.ts";

const statusNow = (status: string) => async () => ({ paymentIntent: { status } });
const noAnswer = async () => {
  throw new Error("offline");
};

describe("an attempt to pay", () => {
  it.each([
    ["succeeded", { kind: "taken" }],
    ["processing", { kind: "taken" }],
    ["requires_capture", { kind: "taken" }],
    ["requires_payment_method", { kind: "failed", message: "Payment was not completed successfully" }],
    ["requires_confirmation", { kind: "failed", message: "Payment was not completed successfully" }],
    ["requires_action", { kind: "failed", message: "Payment was not completed successfully" }],
    ["canceled", { kind: "failed", message: "Payment was not completed successfully" }],
  ])("that ends as %s", async (status, outcome) => {
    expect(await outcomeOf({ paymentIntent: { status } }, noAnswer)).toEqual(outcome);
  });

  it("that the bank declined is told at once, without another question", async () => {
    const error = { type: "card_error", message: "Your card has expired." };
    expect(await outcomeOf({ error }, noAnswer)).toEqual({
      kind: "failed",
      message: "Your card has expired.",
    });
  });
});

describe("an attempt whose answer was lost", () => {
  const lost = { error: { type: "api_connection_error", message: "Load failed" } };

  it.each([
    ["succeeded", { kind: "taken" }],
    ["processing", { kind: "taken" }],
    ["requires_payment_method", { kind: "failed", message: "Payment processing failed" }],
  ])("is looked up: %s", async (status, outcome) => {
    expect(await outcomeOf(lost, statusNow(status))).toEqual(outcome);
  });

  it.each([lost, { error: { type: "api_error" } }, { error: {} }])(
    "is being confirmed, never failed, while Stripe cannot be asked",
    async (answer) => {
      expect(await outcomeOf(answer, noAnswer)).toEqual({ kind: "taken" });
    },
  );
});

describe("an attempt to pay what is paid already", () => {
  /** As api.stripe.com refuses it. */
  const refused = (status?: string) => ({
    error: {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: "You cannot confirm this PaymentIntent because it has already succeeded.",
      ...(status ? { payment_intent: { status } } : {}),
    },
  });

  it.each([
    ["succeeded", { kind: "taken" }],
    ["processing", { kind: "taken" }],
    ["requires_capture", { kind: "taken" }],
  ])("is what the intent in the error says: %s", async (status, outcome) => {
    expect(await outcomeOf(refused(status), noAnswer)).toEqual(outcome);
  });

  it("is looked up where the error has no intent", async () => {
    expect(await outcomeOf(refused(), statusNow("succeeded"))).toEqual({ kind: "taken" });
    expect(await outcomeOf(refused(), noAnswer)).toEqual({ kind: "taken" });
  });

  it("of an intent that was given up has failed, and says what to do", async () => {
    expect(await outcomeOf(refused("canceled"), noAnswer)).toEqual({
      kind: "failed",
      message: "Your order has changed meanwhile. Please check it and pay again.",
    });
  });
});

test("a card error is told in the provider's words", () => {
  const message = "Your card has insufficient funds.";
  expect(paymentErrorMessage({ type: "card_error", decline_code: "insufficient_funds", message })).toBe(
    message,
  );
});

test("a card error without words is 'Payment failed'", () => {
  expect(paymentErrorMessage({ type: "card_error" })).toBe("Payment failed");
});

test.each(["fraudulent", "lost_card", "stolen_card", "merchant_blacklist"])(
  "%s is not told",
  (decline_code) => {
    const problem = { type: "card_error", decline_code, message: "Reported stolen." };
    expect(paymentErrorMessage(problem)).toBe("Your card was declined.");
  },
);

test("a failed 3-D Secure challenge is told in the provider's words", () => {
  const problem = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message: "No.",
  };
  expect(paymentErrorMessage(problem)).toBe("No.");
});

test("anything else is 'Payment processing failed'", () => {
  expect(paymentErrorMessage({ type: "api_error", message: "Internal" })).toBe("Payment processing failed");
  expect(paymentErrorMessage({})).toBe("Payment processing failed");
});
