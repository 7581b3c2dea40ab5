import { Notice } from "#app/components/ui/notice.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import { cheaperTotals, idleSteps, type SteppedProduct } from "#server/pricing/price-steps.ts";

interface StepWarningsProps {
  product: SteppedProduct;
  lists: readonly TradeListView[];
}

/** Where more units cost less in total, and steps that are never charged, as the product is saved. */
export function StepWarnings({ product, lists }: StepWarningsProps) {
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
