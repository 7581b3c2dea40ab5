import { classNames } from "./class-names.ts";

interface PriceProps {
  /** The price to pay now: "£11.95". */
  amount: string;
  /** The regular price while a lower one applies. */
  regular?: string | null;
  className?: string;
}

/** A price. A regular price that does not apply now is struck through, and screen readers hear that. */
export function Price({ amount, regular, className }: PriceProps) {
  if (!regular) return <span className={classNames("tabular-nums", className)}>{amount}</span>;
  return (
    <span className={classNames("inline-flex flex-wrap items-baseline gap-x-2 tabular-nums", className)}>
      <span className="text-clay">
        <span className="sr-only">Sale price </span>
        {amount}
      </span>
      <s className="text-[0.8em] font-normal text-ink-soft">
        <span className="sr-only">Regular price </span>
        {regular}
      </s>
    </span>
  );
}
