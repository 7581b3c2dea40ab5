import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";

interface ProductBadgesProps {
  product: { isBestseller: boolean; isNew: boolean; onSale: boolean };
  className?: string;
}

/** 'Bestseller', 'New' and 'Sale', as far as they apply. */
export function ProductBadges({ product, className }: ProductBadgesProps) {
  if (!product.isBestseller && !product.isNew && !product.onSale) return null;
  return (
    <div className={classNames("flex flex-wrap gap-1.5", className)}>
      {product.isBestseller && <Badge tone="ink">Bestseller</Badge>}
      {product.isNew && <Badge tone="moss">New</Badge>}
      {product.onSale && <Badge tone="clay">Sale</Badge>}
    </div>
  );
}
