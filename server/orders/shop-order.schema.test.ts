import { describe, expect, it } from "vitest";
import { shopOrderSchema } from "./order.schema.ts";

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
