import type { ProductView } from "#server/catalogue/product-view.ts";
import type { Pence } from "#server/pricing/money.ts";
import { type PriceRow, perMeasureFor, priceRowsOf, stepBelowSale } from "#server/pricing/price-steps.ts";
import { PerMeasure } from "./per-measure.tsx";

type SteppedView = Pick<
  ProductView,
  "currentPrice" | "onSale" | "isTradePrice" | "priceSteps" | "tradeList"
> &
  Partial<Pick<ProductView, "perMeasure">>;

interface Stepped {
  product: SteppedView;
  /** How today's prices are written. */
  money: (amount: Pence) => string;
}

/** What a unit costs by quantity; nothing where it always costs the same. */
export function PriceTable({ product, money }: Stepped) {
  const rows = priceRowsOf(product, product.tradeList);
  const upTo = rows[0]?.to ?? null;
  const belowSale = stepBelowSale(product, upTo ?? Number.POSITIVE_INFINITY, product.tradeList);
  return (
    <>
      {rows.length > 1 && <StepRows product={product} rows={rows} money={money} />}
      {belowSale && (
        <p className="text-sm text-ink-soft">
          {upTo === null
            ? `The sale price is lower than the price from ${belowSale.minQuantity}, and applies to any quantity.`
            : `Up to ${upTo} the sale price applies: it is lower than the price from ${belowSale.minQuantity}.`}
        </p>
      )}
    </>
  );
}

function StepRows({ product, rows, money }: Stepped & { rows: readonly PriceRow[] }) {
  return (
    <table className="w-full max-w-md border-collapse text-left tabular-nums">
      <caption className="pb-2 text-left text-sm font-semibold">
        {product.tradeList === null ? "The more, the less each" : "Your prices by quantity"}
      </caption>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="border-b border-line-strong py-1.5 pr-3 font-normal">
            Quantity
          </th>
          <th scope="col" className="border-b border-line-strong py-1.5 text-right font-normal">
            Price each
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ from, to, price }) => (
          <tr key={from}>
            <th scope="row" className="border-b border-line py-1.5 pr-3 font-normal">
              {to === null ? `${from} or more` : to === from ? from : `${from} to ${to}`}
            </th>
            <td className="border-b border-line py-1.5 text-right font-medium">
              {money(price)}
              <PerMeasureAt product={product} quantity={from} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a measure costs at that quantity, below its price; nothing where none is told. */
function PerMeasureAt({ product, quantity }: { product: SteppedView; quantity: number }) {
  const price = perMeasureFor(product, quantity, product.tradeList);
  return price ? <PerMeasure price={price} className="block text-sm font-normal text-ink-soft" /> : null;
}

/** On a card: the lowest price by quantity, and whose price the card shows. */
export function PriceNotes({ product, money }: Stepped) {
  const lowest = priceRowsOf(product, product.tradeList).at(-1);
  return (
    <>
      {product.isTradePrice && <span className="block text-sm font-medium text-moss">Your trade price</span>}
      {lowest && lowest.from > 1 && (
        <span className="block text-sm text-ink-soft tabular-nums">
          from {lowest.from}: {money(lowest.price)} each
          <PerMeasureAt product={product} quantity={lowest.from} />
        </span>
      )}
    </>
  );
}
