import { classNames } from "./class-names.ts";

interface PriceProps {
  /** What is paid now, as it is to be read: "£11.95". */
  amount: string;
  /** The regular price while a lower one applies. */
  regular?: string | null;
  className?: string;
}

/** A price; a regular price that is not paid now is struck through, and said so to screen readers. */
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
