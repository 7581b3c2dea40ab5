import { type Pence, penceToDecimal } from "./money.ts";
import { type MeasuredPack, type PricePerMeasure, perMeasureField } from "./price-per-measure.ts";

/** A price of one unit from a quantity on: for everybody, or for customers whose account carries a trade list. */
export interface PriceStep {
  minQuantity: number;
  price: Pence;
  /** The list's code; null is everybody. */
  tradeList: string | null;
}

/** A step with what a measure costs at its price, where one is told. */
export interface DescribedStep extends PriceStep {
  perMeasure?: PricePerMeasure;
}

/** What prices of a product are made of. */
export interface SteppedProduct<Step extends PriceStep = PriceStep> {
  /** The price of one unit for everybody: the sale price while on sale. */
  currentPrice: Pence;
  priceSteps: readonly Step[];
}

/** The steps that count for customers with that list: everybody's and their own, from the smallest quantity on. */
function stepsFor<Step extends PriceStep>(steps: readonly Step[], tradeList: string | null): Step[] {
  return steps
    .filter((step) => step.tradeList === null || step.tradeList === tradeList)
    .sort((one, other) => one.minQuantity - other.minQuantity || one.price - other.price);
}

/** The same steps, each with what a measure costs at its price. */
export function describedStepsFor(
  steps: readonly PriceStep[],
  tradeList: string | null,
  pack: MeasuredPack,
): DescribedStep[] {
  return stepsFor(steps, tradeList).map((step) => ({ ...step, ...perMeasureField(step.price, pack) }));
}

/**
 * The price of one unit when so many are bought (docs/rules.md#prices-9): the lowest of the product's price now and of
 * the steps that are reached. More of a product therefore never costs more a unit.
 */
export function unitPriceFor(product: SteppedProduct, quantity: number, tradeList: string | null): Pence {
  return (reachedStep(product, quantity, tradeList) ?? { price: product.currentPrice }).price;
}

/** The step whose price is charged; undefined where the product's own price is as low. */
export function reachedStep<Step extends PriceStep>(
  { currentPrice, priceSteps }: SteppedProduct<Step>,
  quantity: number,
  tradeList: string | null,
): Step | undefined {
  let lowest: Step | undefined;
  for (const step of stepsFor(priceSteps, tradeList)) {
    if (step.minQuantity <= quantity && step.price < (lowest?.price ?? currentPrice)) lowest = step;
  }
  return lowest;
}

/** What a measure costs when so many are bought; undefined where none is told. */
export function perMeasureFor(
  product: SteppedProduct<DescribedStep> & { perMeasure?: PricePerMeasure | null },
  quantity: number,
  tradeList: string | null,
): PricePerMeasure | undefined {
  return (reachedStep(product, quantity, tradeList) ?? product).perMeasure ?? undefined;
}

/** A step that is reached, and whose price is not below the product's sale price, which is charged instead. */
export function stepBelowSale(
  product: SteppedProduct & { onSale: boolean },
  quantity: number,
  tradeList: string | null,
): PriceStep | undefined {
  if (!product.onSale || reachedStep(product, quantity, tradeList)) return undefined;
  return stepsFor(product.priceSteps, tradeList)
    .filter(({ minQuantity }) => minQuantity <= quantity)
    .at(-1);
}

export interface NextStep {
  /** How many more units reach it. */
  missing: number;
  price: Pence;
  /** By how much its whole quantity costs less in total than the present one; 0 where it costs as much or more. */
  saves: Pence;
}

/** The next quantity at which a unit costs less; undefined when there is none up to `most`. */
export function nextStepFor(
  product: SteppedProduct,
  quantity: number,
  tradeList: string | null,
  most = Number.POSITIVE_INFINITY,
): NextStep | undefined {
  const now = unitPriceFor(product, quantity, tradeList);
  const next = stepsFor(product.priceSteps, tradeList).find(
    ({ minQuantity, price }) => minQuantity > quantity && minQuantity <= most && price < now,
  );
  if (!next) return undefined;
  const { minQuantity } = next;
  const price = unitPriceFor(product, minQuantity, tradeList);
  return { missing: minQuantity - quantity, price, saves: Math.max(0, now * quantity - price * minQuantity) };
}

/** A row of the table of prices: from `from` units to `to`, or without end. */
export interface PriceRow {
  from: number;
  to: number | null;
  price: Pence;
}

/** What a unit costs by quantity, each row cheaper than the one before; one row where no step lowers the price. */
export function priceRowsOf(product: SteppedProduct, tradeList: string | null): PriceRow[] {
  const rows: PriceRow[] = [{ from: 1, to: null, price: unitPriceFor(product, 1, tradeList) }];
  for (const { minQuantity } of stepsFor(product.priceSteps, tradeList)) {
    const price = unitPriceFor(product, minQuantity, tradeList);
    const last = rows.at(-1);
    if (!last || price >= last.price) continue;
    last.to = minQuantity - 1;
    rows.push({ from: minQuantity, to: null, price });
  }
  return rows;
}

/** Steps that are charged to nobody as prices are now: what else applies to their quantity is as low. */
export function idleSteps(product: SteppedProduct): PriceStep[] {
  return product.priceSteps.filter(
    (step) =>
      unitPriceFor(
        { ...product, priceSteps: product.priceSteps.filter((other) => other !== step) },
        step.minQuantity,
        step.tradeList,
      ) <= step.price,
  );
}

/** A step at which more units cost less in total than fewer do. */
export interface CheaperTotal {
  tradeList: string | null;
  /** The fewest units that cost more in total than the step's own quantity. */
  fewer: number;
  fewerTotal: Pence;
  minQuantity: number;
  total: Pence;
}

/**
 * Where buyers had better take more than they need, which the owner is warned of: for everybody, and for each list that
 * the steps name.
 */
export function cheaperTotals(product: SteppedProduct): CheaperTotal[] {
  const lists = [...new Set([null, ...product.priceSteps.map(({ tradeList }) => tradeList)])];
  const found = lists.flatMap((tradeList) => {
    const rows = priceRowsOf(product, tradeList);
    return rows.flatMap((row, index): CheaperTotal[] => {
      const before = rows[index - 1];
      if (!before) return [];
      const total = row.from * row.price;
      const fewer = Math.max(before.from, Math.floor(total / before.price) + 1);
      if (fewer >= row.from) return [];
      return [{ tradeList, fewer, fewerTotal: fewer * before.price, minQuantity: row.from, total }];
    });
  });
  // What everybody's steps do is not told again for each list.
  const ofEverybody = new Set(found.filter((each) => each.tradeList === null).map(textOf));
  return found.filter((each) => each.tradeList === null || !ofEverybody.has(textOf(each)));
}

function textOf({ fewer, fewerTotal, minQuantity, total }: CheaperTotal): string {
  return [fewer, fewerTotal, minQuantity, total].join();
}

/** The steps one after another, always the same way: everybody's first, then by list, each by quantity. */
export function inOrder(steps: readonly PriceStep[]): PriceStep[] {
  return steps
    .map(({ minQuantity, price, tradeList }) => ({ minQuantity, price, tradeList }))
    .sort((one, other) => {
      const [a, b] = [one.tradeList ?? "", other.tradeList ?? ""];
      return a === b ? one.minQuantity - other.minQuantity : a < b ? -1 : 1;
    });
}

/** "from 10: 21.50; growers from 1: 20.00", as files have it. */
export function textOfSteps(steps: readonly PriceStep[]): string {
  return inOrder(steps)
    .map(({ minQuantity, price, tradeList }) => {
      const whose = tradeList === null ? "" : `${tradeList} `;
      return `${whose}from ${minQuantity}: ${penceToDecimal(price)}`;
    })
    .join("; ");
}

/** A product's price, and the highest that everybody paid before it, in pence. */
export interface PriceSinceBefore {
  wasPrice: Pence;
  currentPrice: Pence;
  /** Of a list of prices, not everybody's. */
  isTradePrice: boolean;
}

/** What was charged before, where that was more; a list's price is no reduction of what everybody pays. */
export function reducedFrom({ wasPrice, currentPrice, isTradePrice }: PriceSinceBefore): Pence | null {
  return !isTradePrice && currentPrice < wasPrice ? wasPrice : null;
}
