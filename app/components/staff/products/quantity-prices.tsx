import { Link } from "@remix-run/react";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { ProductTexts, StaffProduct } from "#server/catalogue/staff-product.ts";
import { penceTyped } from "#server/pricing/typed-money.ts";
import { StepWarnings } from "../prices/step-warnings.tsx";

interface QuantityPricesProps {
  product: StaffProduct;
  /** What the form holds now. */
  typed: ProductTexts;
}

/** The prices by quantity of a product that is edited, which have a form of their own, beside the price that is typed. */
export function QuantityPrices({ product, typed }: QuantityPricesProps) {
  const money = useStoreMoney();
  const { id, name, priceSteps } = product;
  return (
    <section aria-labelledby={`quantity-prices-${id}`} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 id={`quantity-prices-${id}`} className="font-text text-base font-medium tracking-normal">
          Prices by quantity
        </h3>
        <Link
          to={`/admin/prices?product=${id}`}
          className="inline-flex min-h-11 items-center text-moss underline"
        >
          <span>{priceSteps.length > 0 ? "Change" : "Set"}</span>
          <span className="sr-only"> the prices by quantity of {name}</span>
        </Link>
      </div>
      {priceSteps.length > 0 && (
        <ul className="text-[0.9375rem] tabular-nums">
          {priceSteps.map(({ minQuantity, price, tradeList }) => (
            <li key={`${tradeList} ${minQuantity}`}>
              from {minQuantity}: {money(price)}
              {tradeList !== null && <span className="text-ink-soft"> for {tradeList}</span>}
            </li>
          ))}
        </ul>
      )}
      <StepWarnings product={{ currentPrice: typedPrice(typed) ?? savedPrice(product), priceSteps }} />
    </section>
  );
}

/** What one would cost, as it is typed; undefined while that is no price. */
function typedPrice({ onSale, salePrice, price }: ProductTexts): number | undefined {
  return penceTyped(onSale && salePrice ? salePrice : price);
}

function savedPrice({ onSale, salePrice, price }: StaffProduct): number {
  return onSale && salePrice !== null ? salePrice : price;
}
