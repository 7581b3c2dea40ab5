import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatMoney } from "#server/pricing/money.ts";
import type { PriceStep } from "#server/pricing/price-steps.ts";
import { PriceNotes, PriceTable } from "./price-table.tsx";

const money = (pence: number) => formatMoney(pence, "GBP");
const from = (minQuantity: number, price: number, tradeList: string | null = null): PriceStep => ({
  minQuantity,
  price,
  tradeList,
});
const bag = { currentPrice: 2499, onSale: false, isTradePrice: false, priceSteps: [], tradeList: null };
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
const tableOf = (product: Parameters<typeof PriceTable>[0]["product"]) =>
  textOf(renderToStaticMarkup(<PriceTable product={product} money={money} />));

it("a product without steps has no table", () => {
  expect(tableOf(bag)).toBe("");
  expect(textOf(renderToStaticMarkup(<PriceNotes product={bag} money={money} />))).toBe("");
});

it("the table says what each quantity costs", () => {
  expect(tableOf({ ...bag, priceSteps: [from(2, 2400), from(10, 2150)] })).toBe(
    "The more, the less each Quantity Price each 1 £24.99 2 to 9 £24.00 10 or more £21.50",
  );
});

it("a sale price below every step is said to win", () => {
  expect(tableOf({ ...bag, currentPrice: 2000, onSale: true, priceSteps: [from(10, 2150)] })).toBe(
    "The sale price is lower than the price from 10, and applies to any quantity.",
  );
});

it("a sale price below the first steps alone is said to win as far as it does", () => {
  const product = { ...bag, currentPrice: 2000, onSale: true, priceSteps: [from(10, 2150), from(50, 1900)] };
  expect(tableOf(product)).toBe(
    "The more, the less each Quantity Price each 1 to 49 £20.00 50 or more £19.00 Up to 49 the sale price applies: it is lower than the price from 10.",
  );
});

it("a card says the lowest price by quantity, and whose price it shows", () => {
  const product = {
    ...bag,
    currentPrice: 2200,
    isTradePrice: true,
    tradeList: "growers",
    priceSteps: [from(1, 2200, "growers"), from(10, 2150)],
  };
  expect(textOf(renderToStaticMarkup(<PriceNotes product={product} money={money} />))).toBe(
    "Your trade price from 10: £21.50 each",
  );
});
