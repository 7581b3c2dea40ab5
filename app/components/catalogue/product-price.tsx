import { Price } from "#app/components/ui/price.tsx";
import { formatPounds, type Pence } from "#server/pricing/money.ts";

interface ProductPriceProps {
  product: { price: Pence; currentPrice: Pence };
  className?: string;
}

/** What the product costs now, beside the regular price when that is higher. */
export function ProductPrice({ product, className }: ProductPriceProps) {
  const reduced = product.currentPrice < product.price;
  return (
    <Price
      amount={formatPounds(product.currentPrice)}
      regular={reduced ? formatPounds(product.price) : null}
      className={className}
    />
  );
}
