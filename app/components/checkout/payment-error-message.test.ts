import { expect, test } from "vitest";
import { paymentErrorMessage } from "./payment-error-message.ts";

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
