import { expect, it } from "vitest";
import { statusAfterPayment, textFor } from "./order.ts";

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

const message = "£5.00 went back (re_123)";

it("a kind of line that is in no list is told to neither buyer nor packer", () => {
  for (const kind of ["margin_worked_out", "toString", ""]) {
    expect(textFor("buyer", { kind, message })).toBeNull();
    expect(textFor("packer", { kind, message })).toBeNull();
  }
});

it("a buyer reads of refunds, nothing of disputes, and of the payment without its number", () => {
  expect(textFor("buyer", { kind: "refunded", message })).toBe(message);
  expect(textFor("buyer", { kind: "dispute_open", message })).toBeNull();
  expect(textFor("buyer", { kind: "paid", message: "Order placed and paid (pi_123)" })).toBe(
    "Order placed and paid",
  );
});

it("a packer reads what it takes to send the goods, and nothing of money", () => {
  const packed = "Dispatched with Royal Mail, tracking number AB1";
  expect(textFor("packer", { kind: "dispatched", message: packed })).toBe(packed);
  expect(textFor("packer", { kind: "cancelled", message: "Order cancelled (credit note OXB-CN-1)" })).toBe(
    "Order cancelled",
  );
  for (const kind of ["paid", "placed", "refunded", "refund_pending", "refund_failed", "dispute_open"]) {
    expect(textFor("packer", { kind, message })).toBeNull();
  }
});
