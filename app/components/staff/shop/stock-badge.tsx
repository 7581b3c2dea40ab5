import { Badge } from "#app/components/ui/badge.tsx";

/** The badge is normal above so many units. */
const NORMAL_ABOVE = 10;

/** How many units of a product there are, standing out when they are few. */
export function StockBadge({ stock }: { stock: number }) {
  if (stock <= 0) return <Badge tone="clay">Out of Stock</Badge>;
  if (stock > NORMAL_ABOVE) return <Badge tone="moss">{stock} in stock</Badge>;
  return <Badge tone="clay">Only {stock} left</Badge>;
}
