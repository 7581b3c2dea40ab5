import { describe, expect, it } from "vitest";
import { discardedOrderSchema, shopOrderSchema } from "./order.schema.ts";

const order = {
  customerName: "Cora Counter",
  customerEmail: "cora@example.com",
  customerAddress: "3 Test Lane, Ludlow, SY8 1AA",
  items: [{ productId: 1, quantity: 1 }],
};

function messages(input: unknown): Record<string, string> {
  const issues = shopOrderSchema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

describe("an order that staff take", () => {
  it("needs a customer and an item, and says so beside each", () => {
    const wrong = { customerName: " ", customerEmail: "nonsense", customerAddress: "", items: [] };
    expect(messages(wrong)).toEqual({
      customerName: "Customer name is required",
      customerEmail: "Valid email is required",
      customerAddress: "Address is required",
      items: "At least one item is required",
    });
  });

  it("has an address that a carrier takes", () => {
    for (const customerAddress of ["3 Test Lane", "3 Test Lane, Ludlow", "3 Test Lane SY8 1AA"]) {
      expect(messages({ ...order, customerAddress })).toEqual({
        customerAddress: expect.stringContaining("the town and the postcode"),
      });
    }
  });

  it("takes an address as it stands on a letter, and keeps it on one line", () => {
    const customerAddress = "3 Test Lane,\r\nLudlow\n\n SY8 1AA \n";
    expect(shopOrderSchema.parse({ ...order, customerAddress }).customerAddress).toBe(order.customerAddress);
    expect(messages({ ...order, customerAddress: "3 Test\tLane, Ludlow, SY8 1AA" })).toHaveProperty(
      "customerAddress",
    );
    expect(messages({ ...order, customerAddress: "\n \n" })).toHaveProperty("customerAddress");
  });

  it("has at least one of each item", () => {
    expect(messages({ ...order, items: [{ productId: 1, quantity: 0 }] })).toEqual({
      "items.0.quantity": "Quantity must be at least 1",
    });
  });

  it.each(["cash", "card", "bank_transfer", "account"])("is paid by %s", (paymentMethod) => {
    expect(messages({ ...order, paymentMethod })).toEqual({});
  });

  it("is paid in cash unless said otherwise, and by nothing else", () => {
    expect(shopOrderSchema.parse(order).paymentMethod).toBe("cash");
    expect(messages({ ...order, paymentMethod: "cheque" })).toHaveProperty("paymentMethod");
  });
});

describe("why an order of the counter is not sent", () => {
  const discarded = (reason: unknown) =>
    discardedOrderSchema.safeParse({
      retryKey: "0123456789abcdef",
      toldTotal: "12.50",
      takenAt: "2026-03-02T12:05:00.000Z",
      reason,
    });
  const refusalOf = (reason: unknown) => discarded(reason).error?.issues.map(({ message }) => message);

  it.each([[undefined], [" "], ["\u200b"]])("is required: %j", (reason) => {
    expect(refusalOf(reason)).toEqual(["Reason is required"]);
  });

  it("has at most 300 characters, and is kept without blanks around it", () => {
    expect(refusalOf("x".repeat(301))).toEqual(["At most 300 characters"]);
    expect(refusalOf("x".repeat(2000))).toEqual(["At most 300 characters"]);
    expect(discarded("  Never collected ").data?.reason).toBe("Never collected");
  });
});
