import { Link } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { TradeGap } from "#server/doctor/launch-checklist.ts";

/**
 * What is to be settled before the shop trades, for administrators; closed until somebody opens it, unless real money
 * moves and it cannot wait. Each thing leads to its step of the opening page.
 */
export function TradeGapsCard({ gaps }: { gaps: TradeGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <details
      open={gaps.some(({ isUrgent }) => isUrgent)}
      className="group rounded-lg border border-line border-l-4 border-l-clay bg-surface text-sm open:w-full lg:ml-auto"
    >
      <summary className="flex min-h-8 cursor-pointer items-center justify-between gap-3 px-3 font-medium">
        <span>
          Before you open
          <span className="ml-2 rounded-full bg-clay px-2 text-xs leading-5 text-on-clay tabular-nums">
            <span>{gaps.length}</span>
            <span className="sr-only"> {gaps.length === 1 ? "thing" : "things"} to settle</span>
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <p className="text-[0.9375rem] text-ink-soft">
          The shop works as it was specified; this is what is not yet fit to trade.
        </p>
        <ButtonLink to="/admin/opening" size="small">
          Open the shop step by step
        </ButtonLink>
      </div>
      <ul className="divide-y divide-line border-t border-line px-4">
        {gaps.map(({ key, title, sentence, isUrgent, step }) => (
          <li
            key={key}
            className="grid gap-x-6 gap-y-0.5 py-3 text-[0.9375rem] md:grid-cols-[15rem_1fr_auto]"
          >
            <span className="font-medium">
              {title}
              {isUrgent && <Badge tone="clay">Real money moves</Badge>}
            </span>
            <span className="text-ink-soft">{sentence}</span>
            <Link to={`/admin/opening?step=${step}`} className="text-sm text-moss underline">
              Settle it<span className="sr-only">: {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
