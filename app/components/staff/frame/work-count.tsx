import { classNames } from "#app/components/ui/class-names.ts";
import { type WorkKind, workCountText, workOf } from "#server/staff/work-counts.ts";

/** What stands in somebody's way is in red. */
const urgent: readonly WorkKind[] = ["failedOrders", "withdrawals", "unmatchedPayments"];

/** How much of a kind waits for somebody, beside the link to it; nothing for nothing. */
export function WorkCount({ kind, count }: { kind: WorkKind; count: number | undefined }) {
  if (!count) return null;
  const [one, several] = workOf(kind).words;
  return (
    <span
      className={classNames(
        "ml-auto rounded-full px-2 text-xs leading-5 font-medium no-underline tabular-nums",
        urgent.includes(kind) ? "bg-clay text-on-clay" : "bg-moss text-on-moss",
      )}
    >
      <span>{workCountText(count)}</span>
      <span className="sr-only"> {count === 1 ? one : several}</span>
    </span>
  );
}
