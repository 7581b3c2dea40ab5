import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PerMeasure } from "#app/components/catalogue/per-measure.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { useTaxLabels } from "#app/lib/use-tax-labels.ts";
import type { CartLineView } from "#server/cart/cart-view.ts";
import { type OrderSum, orderSums, type ShownTotals } from "#server/settings/company-facts.ts";

interface OrderSummaryProps {
  lines: CartLineView[];
  totals: ShownTotals;
  /** Why delivery has no price yet: then neither has the whole. */
  unquoted: string | null;
  /** Where to ask for the price that is missing; null where asking would not help. */
  askAt: string | null;
  /** How delivery is worked out. */
  deliveryNote: string;
  /** Where to; nothing where the page does not ask. */
  children?: ReactNode;
  className?: string;
}

/** In the place of what delivery costs. */
const NOT_KNOWN = "Not known yet";

/** What is bought and what it comes to, complete before any detail is typed (docs/rules.md#delivery-7). */
export function OrderSummary({
  lines,
  totals,
  unquoted,
  askAt,
  deliveryNote,
  children,
  className,
}: OrderSummaryProps) {
  const currency = useStoreCurrency();
  const labels = useTaxLabels()(totals.vat);
  const sums = orderSums(totals, labels, currency, unquoted === null ? {} : { free: NOT_KNOWN });
  return (
    <Card className={className} role="region" aria-label="Order summary">
      <h2 className="text-xl">Order Summary</h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <SummaryLine key={line.productId} line={line} />
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to="/cart" className="underline">
          Change quantities
        </Link>
      </p>
      {children && <div className="mt-4">{children}</div>}
      <dl className="mt-4 flex flex-col gap-2 tabular-nums" aria-live="polite">
        {sums.map((sum) => (
          <Amount key={sum.label} sum={sum} />
        ))}
      </dl>
      {unquoted !== null && (
        <p role="status" className="mt-3 font-medium">
          {unquoted}
        </p>
      )}
      {askAt !== null && (
        <p className="mt-2">
          <Link to={askAt} className="underline">
            Send us this basket as an enquiry
          </Link>
        </p>
      )}
      <p className="mt-3 text-sm text-ink-soft">{deliveryNote}</p>
    </Card>
  );
}

function SummaryLine({ line }: { line: CartLineView }) {
  const money = useStoreMoney();
  const { unitPrice } = line;
  const short = line.quantity > line.stockQuantity;
  return (
    <li className="py-3">
      <div className="flex gap-4">
        <span className="size-14 shrink-0 overflow-hidden rounded-lg border border-line bg-sunken">
          {line.thumbnailUrl && (
            <img src={line.thumbnailUrl} alt="" width={56} height={56} className="size-full object-cover" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="font-medium">{line.name}</span>
          <span className="block text-sm text-ink-soft">Quantity: {line.quantity}</span>
          {unitPrice !== line.currentPrice && (
            <span className="block text-sm text-moss tabular-nums">{money(unitPrice)} each</span>
          )}
          <PerMeasure price={line.perMeasure} className="block text-sm text-ink-soft" />
        </span>
        <span className="tabular-nums">{money(line.lineTotal)}</span>
      </div>
      {short && (
        <p className="mt-1 text-sm font-medium text-clay">
          <span>{line.stockQuantity === 0 ? "Out of Stock" : `Only ${line.stockQuantity} left`}.</span>{" "}
          <Link to="/cart" className="underline">
            Change your cart
          </Link>
        </p>
      )}
    </li>
  );
}

function Amount({ sum: { label, amount, kind } }: { sum: OrderSum }) {
  const look = classNames(
    "flex justify-between gap-4",
    kind === "ofWhich" && "text-sm text-ink-soft",
    kind === "total" && "mt-2 border-t border-line pt-3 text-lg font-semibold",
  );
  return (
    <div className={look}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
