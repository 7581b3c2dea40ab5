import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cheaperTotals,
  describedStepsFor,
  nextStepFor,
  type PriceStep,
  priceRowsOf,
  reachedStep,
  reducedFrom,
  stepBelowSale,
  unitPriceFor,
} from "./price-steps.ts";

const from = (minQuantity: number, price: number, tradeList: string | null = null): PriceStep => ({
  minQuantity,
  price,
  tradeList,
});

const bag = { currentPrice: 2499, priceSteps: [from(50, 1900), from(10, 2150), from(1, 2200, "growers")] };

const products = fc.record({
  currentPrice: fc.integer({ min: 1, max: 100_000 }),
  priceSteps: fc.array(
    fc.record({
      minQuantity: fc.integer({ min: 1, max: 120 }),
      price: fc.integer({ min: 1, max: 100_000 }),
      tradeList: fc.constantFrom(null, "growers", "councils"),
    }),
    { maxLength: 6 },
  ),
});
const tradeLists = fc.constantFrom(null, "growers", "councils");
const quantities = fc.integer({ min: 1, max: 150 });

describe("the price of one unit", () => {
  it.each([
    [1, null, 2499],
    [9, null, 2499],
    [10, null, 2150],
    [49, null, 2150],
    [50, null, 1900],
    [1, "growers", 2200],
    [10, "growers", 2150],
    [1, "councils", 2499],
  ])("of %i for the list %s is %i pence", (quantity, tradeList, price) => {
    expect(unitPriceFor(bag, quantity, tradeList)).toBe(price);
  });

  it("is never higher for a larger quantity", () => {
    fc.assert(
      fc.property(products, tradeLists, quantities, quantities, (product, tradeList, one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
        return unitPriceFor(product, more, tradeList) <= unitPriceFor(product, fewer, tradeList);
      }),
    );
  });

  it("is never higher than the product's own price, nor for a list than for everybody", () => {
    fc.assert(
      fc.property(products, tradeLists, quantities, (product, tradeList, quantity) => {
        const everybody = unitPriceFor(product, quantity, null);
        return everybody <= product.currentPrice && unitPriceFor(product, quantity, tradeList) <= everybody;
      }),
    );
  });

  it("does not depend on another list's steps", () => {
    fc.assert(
      fc.property(products, quantities, (product, quantity) => {
        const priceSteps = product.priceSteps.filter(({ tradeList }) => tradeList !== "councils");
        const without = { ...product, priceSteps };
        return unitPriceFor(product, quantity, "growers") === unitPriceFor(without, quantity, "growers");
      }),
    );
  });
});

it("a step that costs what a unit costs anyway is not charged", () => {
  expect(reachedStep({ currentPrice: 900, priceSteps: [from(1, 900)] }, 1, null)).toBeUndefined();
});

it("steps from one quantity are told from the lowest price on", () => {
  const unmeasured = { netGrams: null, packMillilitres: null, unitPriceBasis: "none" } as const;
  const steps = [from(10, 900), from(10, 800, "growers"), from(5, 950)];
  const prices = describedStepsFor(steps, "growers", unmeasured).map(({ price }) => price);
  expect(prices).toEqual([950, 800, 900]);
});

describe("a sale price and a step", () => {
  const onSale = { ...bag, onSale: true, currentPrice: 2000 };

  it("the sale price wins where it is lower, and the step that lost is known", () => {
    expect(unitPriceFor(onSale, 10, null)).toBe(2000);
    expect(stepBelowSale(onSale, 10, null)).toEqual(from(10, 2150));
  });

  it("the step wins where it is lower", () => {
    expect(reachedStep(onSale, 50, null)).toEqual(from(50, 1900));
    expect(stepBelowSale(onSale, 50, null)).toBeUndefined();
  });

  it("nothing lost where no step is reached", () => {
    expect(stepBelowSale(onSale, 9, null)).toBeUndefined();
  });
});

describe("the next step", () => {
  it("says how many more reach it and what they save in total", () => {
    expect(nextStepFor(bag, 8, null)).toEqual({ missing: 2, price: 2150, saves: 0 });
    expect(nextStepFor(bag, 9, null)).toEqual({ missing: 1, price: 2150, saves: 9 * 2499 - 21_500 });
  });

  it("is none where no step lowers the price, or beyond what can be bought", () => {
    expect(nextStepFor(bag, 50, null)).toBeUndefined();
    expect(nextStepFor({ ...bag, currentPrice: 1500 }, 1, null)).toBeUndefined();
    expect(nextStepFor(bag, 10, null, 49)).toBeUndefined();
  });

  it("is a price that its quantity has", () => {
    fc.assert(
      fc.property(products, tradeLists, quantities, (product, tradeList, quantity) => {
        const next = nextStepFor(product, quantity, tradeList);
        if (!next) return true;
        const price = unitPriceFor(product, quantity + next.missing, tradeList);
        return price === next.price && price < unitPriceFor(product, quantity, tradeList);
      }),
    );
  });
});

describe("the table of prices", () => {
  it("leaves out steps that lower nothing", () => {
    expect(priceRowsOf({ ...bag, priceSteps: [...bag.priceSteps, from(20, 2300)] }, null)).toEqual([
      { from: 1, to: 9, price: 2499 },
      { from: 10, to: 49, price: 2150 },
      { from: 50, to: null, price: 1900 },
    ]);
  });

  it("says for each quantity what it costs", () => {
    fc.assert(
      fc.property(products, tradeLists, quantities, (product, tradeList, quantity) => {
        const row = priceRowsOf(product, tradeList).find(
          ({ from: least, to }) => least <= quantity && quantity <= (to ?? quantity),
        );
        return row?.price === unitPriceFor(product, quantity, tradeList);
      }),
    );
  });
});

describe("more that costs less in total", () => {
  it("names the fewest units that cost more than the step's quantity", () => {
    const priceSteps = [from(10, 1000)];
    expect(cheaperTotals({ currentPrice: 1500, priceSteps })).toEqual([
      { tradeList: null, fewer: 7, fewerTotal: 10_500, minQuantity: 10, total: 10_000 },
    ]);
  });

  it("is not found where one unit less never costs more", () => {
    expect(cheaperTotals({ currentPrice: 1000, priceSteps: [from(10, 950)] })).toEqual([]);
    expect(cheaperTotals({ currentPrice: 1000, priceSteps: [from(10, 900)] })).toEqual([]);
  });

  it("is found exactly where some smaller quantity costs more in total", () => {
    fc.assert(
      fc.property(products, tradeLists, (product, tradeList) => {
        const total = (quantity: number) => quantity * unitPriceFor(product, quantity, tradeList);
        const steps = priceRowsOf(product, tradeList).slice(1);
        const real = steps.some(({ from: step }) => total(step - 1) > total(step));
        const told = cheaperTotals(product).some(
          (each) => each.tradeList === null || each.tradeList === tradeList,
        );
        // What is told of everybody may be no matter for a list that pays less anyhow.
        return !real || told;
      }),
    );
  });
});

it("what everybody paid before stands beside a lower price, but for one of a list", () => {
  const sale = { wasPrice: 2500, currentPrice: 2000, isTradePrice: false };
  expect(reducedFrom(sale)).toBe(2500);
  expect(reducedFrom({ ...sale, isTradePrice: true })).toBeNull();
  expect(reducedFrom({ ...sale, wasPrice: 2000 })).toBeNull();
});
