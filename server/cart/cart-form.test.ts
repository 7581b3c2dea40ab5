import { describe, expect, it } from "vitest";
import { cartFormSchema } from "./change-cart.server.ts";

describe("the cart's forms", () => {
  it.each([
    ["7", 7],
    [" 99 ", 99],
    ["100", 100],
    ["0", 0],
    ["-3", -3],
    ["1.5", 1.5],
    ["", 1],
    ["many", 1],
    ["1e9", 1],
    ["1,500", 1500],
    ["\u200e7", 7],
    ["0x10", 1],
    [undefined, 1],
  ])("read a quantity of %j as %d", (quantity, expected) => {
    expect(cartFormSchema.parse({ intent: "add", productId: "3", quantity })).toEqual({
      intent: "add",
      productId: 3,
      quantity: expected,
    });
  });

  it.each([
    {},
    { intent: "steal" },
    { intent: "add" },
    { intent: "add", productId: "x" },
    { intent: "remove", productId: "0" },
    { intent: "change", productId: "99999999999" },
  ])("refuse %j", (fields) => {
    expect(cartFormSchema.safeParse(fields).success).toBe(false);
  });
});
