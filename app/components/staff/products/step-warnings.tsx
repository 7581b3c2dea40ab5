import { Notice } from "#app/components/ui/notice.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import { cheaperTotals, idleSteps, type SteppedProduct } from "#server/pricing/price-steps.ts";

interface StepWarningsProps {
  product: SteppedProduct;
  /** To name lists by; by their codes where they are not at hand. */
  lists?: readonly Pick<TradeListView, "code" | "name">[];
}

/** Where more units cost less in total, and steps that are never charged, as the product is saved. */
export function StepWarnings({ product, lists = [] }: StepWarningsProps) {
  const money = useStoreMoney();
  const whose = (code: string | null) =>
    code === null ? "" : ` for ${lists.find((list) => list.code === code)?.name ?? code}`;
  const cheaper = cheaperTotals(product);
  const idle = idleSteps(product);
  if (cheaper.length === 0 && idle.length === 0) return null;
  return (
    <Notice title="Please look at these prices once more">
      <ul className="grid gap-1">
        {cheaper.map(({ tradeList, fewer, fewerTotal, minQuantity, total }) => (
          <li key={`${tradeList} ${minQuantity}`}>
            {minQuantity} cost less in total than {fewer}
            {whose(tradeList)}: {money(total)} instead of {money(fewerTotal)}.
          </li>
        ))}
        {idle.map(({ tradeList, minQuantity, price }) => (
          <li key={`idle ${tradeList} ${minQuantity}`}>
            From {minQuantity} at {money(price)}
            {whose(tradeList)} is not charged now: a lower price applies.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface StepListProps {
  steps: SteppedProduct["priceSteps"];
  nameOf?: (code: string) => string;
}

/** The prices by quantity of a product. */
export function StepList({ steps, nameOf = (code) => code }: StepListProps) {
  const money = useStoreMoney();
  return steps.map(({ minQuantity, price, tradeList }) => (
    <li key={`${tradeList} ${minQuantity}`}>
      <span>
        from {minQuantity}: {money(price)}
      </span>
      {tradeList !== null && <span className="text-ink-soft"> for {nameOf(tradeList)}</span>}
    </li>
  ));
}
