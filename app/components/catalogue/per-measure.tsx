import { classNames } from "#app/components/ui/class-names.ts";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { type PricePerMeasure, perMeasureText } from "#server/pricing/price-per-measure.ts";

interface PerMeasureProps {
  price: PricePerMeasure | null | undefined;
  className?: string;
}

/** "£4.99 per kg", beside the price of a pack (docs/rules.md#prices-10); nothing where none is told. */
export function PerMeasure({ price, className }: PerMeasureProps) {
  const currency = useStoreCurrency();
  if (!price) return null;
  return (
    <span data-per-measure className={classNames("tabular-nums", className)}>
      {perMeasureText(price, currency)}
    </span>
  );
}
