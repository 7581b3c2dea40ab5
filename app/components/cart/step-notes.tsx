import { type CartLineView, MAX_LINE_QUANTITY } from "#server/cart/cart-view.ts";
import { type Currency, formatMoney } from "#server/pricing/money.ts";
import { perMeasureText } from "#server/pricing/price-per-measure.ts";
import { nextStepFor, reachedStep, stepBelowSale } from "#server/pricing/price-steps.ts";

interface StepNotesProps {
  line: Pick<CartLineView, "currentPrice" | "onSale" | "priceSteps" | "tradeList">;
  quantity: number;
  currency: Currency;
}

/** Which step a line's price is, and how many more units reach the next one. */
export function StepNotes({ line, quantity, currency }: StepNotesProps) {
  const { tradeList } = line;
  const reached = reachedStep(line, quantity, tradeList);
  const belowSale = stepBelowSale(line, quantity, tradeList);
  const next = nextStepFor(line, quantity, tradeList, MAX_LINE_QUANTITY);
  if (!reached && !belowSale && !next) return null;
  const perMeasure = next && reachedStep(line, quantity + next.missing, tradeList)?.perMeasure;
  return (
    <p className="text-sm text-moss tabular-nums">
      {reached && <span className="block">{reachedText(reached)}</span>}
      {belowSale && (
        <span className="block">Sale price, lower than the price from {belowSale.minQuantity}</span>
      )}
      {next && (
        <span className="block">
          {next.missing} more: {formatMoney(next.price, currency)} each
          {perMeasure && ` (${perMeasureText(perMeasure, currency)})`}
          {next.saves > 0 && `, and ${formatMoney(next.saves, currency)} less in total`}
        </span>
      )}
    </p>
  );
}

function reachedText({ tradeList, minQuantity }: { tradeList: string | null; minQuantity: number }): string {
  if (tradeList === null) return `Price from ${minQuantity}`;
  return minQuantity === 1 ? "Your trade price" : `Your trade price from ${minQuantity}`;
}
