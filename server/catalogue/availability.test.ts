import { describe, expect, it } from "vitest";
import { availabilityOf } from "./product-view.ts";

const settings = { stockManagement: true, lowStockThreshold: 5 };

describe("what a product page says about stock", () => {
  it.each([
    [6, { canBuy: true, stockLine: "In Stock (6 available)", lowStockLine: null }],
    [5, { canBuy: true, stockLine: "In Stock (5 available)", lowStockLine: "Only 5 left" }],
    [1, { canBuy: true, stockLine: "In Stock (1 available)", lowStockLine: "Only 1 left" }],
    [0, { canBuy: false, stockLine: "Out of Stock", lowStockLine: null }],
  ])("with %i to sell", (stockQuantity, expected) => {
    expect(availabilityOf({ stockQuantity }, settings)).toEqual(expected);
  });

  it("calls nothing low at threshold 0", () => {
    expect(
      availabilityOf({ stockQuantity: 1 }, { ...settings, lowStockThreshold: 0 }).lowStockLine,
    ).toBeNull();
  });

  it("sells whatever the count while stock is not managed", () => {
    expect(availabilityOf({ stockQuantity: 0 }, { ...settings, stockManagement: false })).toEqual({
      canBuy: true,
      stockLine: "In Stock",
      lowStockLine: null,
    });
  });
});
