import { Trash2 } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { MAX_SHOP_QUANTITY } from "#server/orders/order.schema.ts";
import { type Currency, currencyName, formatMoney, labelIn, type Pence } from "#server/pricing/money.ts";
import { type DraftLine, draftLineTotal, listPriceOf, priceTextOf, unitPriceOf } from "./order-draft.ts";

interface OrderLinesProps {
  lines: readonly DraftLine[];
  tradeList: string | null;
  currency: Currency;
  onChange: (lines: DraftLine[]) => void;
  /** What is wrong with a field, by its name: `items[0].quantity`. */
  errorsOf: (name: string) => string[] | undefined;
}

export function OrderLines({ lines, tradeList, currency, onChange, errorsOf }: OrderLinesProps) {
  const money = (amount: Pence) => formatMoney(amount, currency);
  if (lines.length === 0) return <p className="text-sm text-ink-soft">No products yet.</p>;
  const change = (index: number, part: Partial<DraftLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  return (
    <ul aria-label="Items" className="divide-y divide-line border-y border-line">
      {lines.map((line, index) => {
        const name = `items[${index}]`;
        const wrongProduct = errorsOf(`${name}.productId`);
        const listPrice = listPriceOf(line, tradeList);
        return (
          <li key={line.productId} className="grid gap-3 py-3">
            <div className="flex items-center justify-between gap-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">{line.name}</span> <StockBadge stock={line.stock} />
                {unitPriceOf(line, tradeList) !== listPrice && (
                  <span className="text-sm text-ink-soft">List price {money(listPrice)}</span>
                )}
              </p>
              <button
                type="button"
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
                className="inline-flex size-10 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
              >
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Remove {line.name}</span>
              </button>
            </div>
            {wrongProduct && <p className="text-sm font-medium text-clay">{wrongProduct.join(" ")}</p>}
            <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[8rem_8rem_1fr]">
              <TextField
                label="Quantity"
                aria-label={`Quantity of ${line.name}`}
                name={`${name}.quantity`}
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_SHOP_QUANTITY}
                value={line.quantity}
                onChange={(event) => change(index, { quantity: event.currentTarget.value })}
                errors={errorsOf(`${name}.quantity`)}
              />
              <TextField
                label={labelIn("Price each", currency)}
                aria-label={`Price of one ${line.name} in ${currencyName(currency)}`}
                name={`${name}.price`}
                inputMode="decimal"
                autoComplete="off"
                value={priceTextOf(line, tradeList)}
                onChange={(event) => change(index, { price: event.currentTarget.value })}
                errors={errorsOf(`${name}.price`)}
              />
              <p className="pt-9 text-right font-medium whitespace-nowrap tabular-nums">
                {money(draftLineTotal(line, tradeList))}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The badge is normal above so many units. */
const NORMAL_ABOVE = 10;

/** How many units of a product there are, standing out when they are few. */
export function StockBadge({ stock }: { stock: number }) {
  if (stock <= 0) return <Badge tone="clay">Out of Stock</Badge>;
  if (stock > NORMAL_ABOVE) return <Badge tone="moss">{stock} in stock</Badge>;
  return <Badge tone="clay">Only {stock} left</Badge>;
}
