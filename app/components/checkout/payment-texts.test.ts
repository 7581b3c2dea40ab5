import { expect, it } from "vitest";
import * as texts from "./payment-texts.ts";

it("paying is told in these words", () => {
  const { leftWithoutPaying, ...constants } = texts;
  expect(leftWithoutPaying("PayPal")).toBe(
    "You left PayPal without paying. Nothing was charged, and your cart is as it was.",
  );
  expect(constants).toEqual({
    FILL_IN_FIRST: "Please fill in all required fields above to continue with payment.",
    CORRECT_FIRST: "Please correct the details above to continue with payment.",
    CONFIRM_POSTCODE: "Please say above whether the postcode is right to continue with payment.",
    LOADING_FORM: "Loading payment form...",
    NOT_OPENED: "Failed to initialize payment",
    LOAD_FAILED: "Failed to load payment form. Please try again.",
    PROCESSING: "Processing...",
    PAYMENT_FAILED: "Payment failed",
    NOT_COMPLETED: "Payment was not completed successfully",
  });
});
