import { expect, it } from "vitest";
import { statusAfterPayment } from "./order.ts";

it.each([
  [true, "pending", false, "completed"],
  [true, "pending", true, "processing"],
  [false, "completed", false, "completed"],
  [false, "completed", true, "processing"],
  [false, "processing", true, "processing"],
  [false, "pending", true, "pending"],
] as const)(
  "a paid order that completes itself: %s, else %s, and lacks stock: %s, is %s",
  (autoCompleteOrders, orderStatusAfterPayment, isBackorder, status) => {
    expect(statusAfterPayment({ autoCompleteOrders, orderStatusAfterPayment }, isBackorder)).toBe(status);
  },
);
