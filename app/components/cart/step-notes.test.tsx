import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { describedStepsFor } from "#server/pricing/price-steps.ts";
import { StepNotes } from "./cart-lines.tsx";

const pack = { netGrams: 5000, packMillilitres: null, unitPriceBasis: "kg" } as const;
const steps = [{ minQuantity: 10, price: 2150, tradeList: null }];
const line = {
  currentPrice: 2499,
  onSale: false,
  priceSteps: describedStepsFor(steps, null, pack),
  tradeList: null,
};

const notesAt = (quantity: number, changes: Partial<typeof line> = {}) =>
  renderToStaticMarkup(<StepNotes line={{ ...line, ...changes }} quantity={quantity} currency="GBP" />)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

it.each([
  [8, "2 more: £21.50 each (£4.30 per kg)"],
  [9, "1 more: £21.50 each (£4.30 per kg), and £9.91 less in total"],
  [10, "Price from 10"],
])(
  "a line of %i says which step it is, and what the next one costs, by the measure too",
  (quantity, said) => {
    expect(notesAt(quantity)).toBe(said);
  },
);

it("tells no price of a measure where the pack has none", () => {
  expect(notesAt(8, { priceSteps: steps })).toBe("2 more: £21.50 each");
});

it("says that a sale price wins over the step that is reached", () => {
  expect(notesAt(10, { currentPrice: 2000, onSale: true })).toBe("Sale price, lower than the price from 10");
});
