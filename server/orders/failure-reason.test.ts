import { expect, it } from "vitest";
import { plainFailureReason } from "#server/payments/providers.server.ts";

it("says why a payment failed in plain words", () => {
  expect(plainFailureReason("Your card has insufficient funds. (insufficient_funds)")).toBe(
    "There was not enough money on the card.",
  );
  expect(plainFailureReason("The payment failed. (INSTRUMENT_DECLINED)")).toContain(
    "PayPal could not charge",
  );
});

it("leaves what it does not know as it was reported", () => {
  expect(plainFailureReason("It was paid in eur, not in pounds.")).toBe("It was paid in eur, not in pounds.");
  expect(plainFailureReason("Strange. (new_code)")).toBe("Strange. (new_code)");
});
