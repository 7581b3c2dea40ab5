import { describe, expect, it } from "vitest";
import { divideHold } from "./hold-stock.server.ts";

describe("what one address keeps from everybody else", () => {
  it.each([
    { asked: 3, stock: 140, others: 0, held: 3 },
    { asked: 99, stock: 140, others: 0, held: 70 },
    { asked: 99, stock: 140, others: 60, held: 10 },
    { asked: 5, stock: 140, others: 70, held: 0 },
    { asked: 5, stock: 140, others: 90, held: 0 },
    // A household's order is held whole even when there is little stock.
    { asked: 8, stock: 8, others: 0, held: 8 },
    { asked: 12, stock: 12, others: 0, held: 10 },
    { asked: 1, stock: 1, others: 0, held: 1 },
  ])("is $held of $asked, of $stock in stock, beside $others", ({ asked: quantity, stock, others, held }) => {
    const divided = divideHold({ quantity, stockQuantity: stock, heldByAddress: others });
    expect(divided).toEqual({ quantity: held, beyondShare: quantity - held });
  });
});
