import { classNames } from "./class-names.ts";

interface PriceProps {
  /** The price to pay now: "£11.95". */
  amount: string;
  /** What was charged before, while a lower price applies. */
  was?: string | null;
  className?: string;
}

/** A price. What was charged before is struck through, and screen readers hear that. */
export function Price({ amount, was, className }: PriceProps) {
  if (!was) return <span className={classNames("tabular-nums", className)}>{amount}</span>;
  return (
    <span className={classNames("inline-flex flex-wrap items-baseline gap-x-2 tabular-nums", className)}>
      <span className="text-clay">
        <span className="sr-only">Sale price </span>
        <span>{amount}</span>
      </span>
      <s className="text-[0.8em] font-normal text-ink-soft">
        <span className="sr-only">Was </span>
        <span>{was}</span>
      </s>
    </span>
  );
}
