import { Form, Link, useLocation } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { RatePlace, TradeGap } from "#server/doctor/launch-checklist.ts";

/**
 * What is as specified and yet not fit to trade, for administrators; closed until somebody opens it, unless real money
 * moves and it cannot wait.
 */
export function TradeGapsCard({ gaps }: { gaps: TradeGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <details
      open={gaps.some(({ isUrgent }) => isUrgent)}
      className="group rounded-xl border border-line border-l-4 border-l-clay bg-surface"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 py-2 font-medium">
        <span>
          As specified, but not yet fit to trade
          <span className="ml-2 font-normal text-ink-soft">
            {gaps.length} {gaps.length === 1 ? "thing" : "things"}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-t border-line px-4">
        {gaps.map(({ key, title, sentence, isUrgent, where }) => (
          <li
            key={key}
            className="grid gap-x-6 gap-y-0.5 py-3 text-[0.9375rem] md:grid-cols-[15rem_1fr_auto]"
          >
            <span className="font-medium">
              {title}
              {isUrgent && <Badge tone="clay">Real money moves</Badge>}
            </span>
            <span className="text-ink-soft">{sentence}</span>
            <Where where={where} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Where({ where }: Pick<TradeGap, "where">) {
  if (typeof where === "object") return <Rate {...where} />;
  if (where === "environment") return <span className="text-sm text-ink-soft">Environment</span>;
  if (where === "texts") return <span className="text-sm text-ink-soft">As specified</span>;
  return (
    <Link to={`/admin/settings?tab=${where}`} className="text-sm text-moss underline">
      Settings: {where}
    </Link>
  );
}

/** Put it right, or say that it is: nobody but a person knows which. */
function Rate({ productId, changeId }: RatePlace) {
  const { search } = useLocation();
  if (!useMay(productCommands.confirmRate.permission)) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 md:flex-col md:items-start">
      <Link to={`/admin/settings?tab=Products&edit=${productId}`} className="text-sm text-moss underline">
        Set the rate
      </Link>
      <Form method="post" action={`/admin${search}`} preventScrollReset>
        <input type="hidden" name="intent" value={productCommands.confirmRate.name} />
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="changeId" value={changeId} />
        <Button variant="secondary" size="small">
          This rate is right
        </Button>
      </Form>
    </div>
  );
}
