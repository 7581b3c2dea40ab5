import type { ReactNode, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";

interface TableProps extends TableHTMLAttributes<HTMLTableElement> {
  /** What the table holds: announced, and shown when `captionVisible`. */
  caption: string;
  captionVisible?: boolean;
  children: ReactNode;
}

/** A table that scrolls sideways on a narrow screen instead of widening the page. The keyboard can reach it. */
export function Table({ caption, captionVisible = false, className, children, ...rest }: TableProps) {
  return (
    // A group and no region: the table stands in one, often of the same name.
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div role="group" className="relative overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table {...rest} className={classNames("w-full border-collapse text-left text-[0.9375rem]", className)}>
        <caption className={captionVisible ? "pb-3 text-left font-medium" : "sr-only"}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function HeadCell({ className, scope = "col", ...rest }: ThHTMLAttributes<HTMLTableCellElement>) {
  return (
    <th
      {...rest}
      scope={scope}
      className={classNames("border-b border-line-strong px-3 py-2 text-sm font-semibold", className)}
    />
  );
}

export function Cell({ className, ...rest }: TdHTMLAttributes<HTMLTableCellElement>) {
  return <td {...rest} className={classNames("border-b border-line px-3 py-3 align-top", className)} />;
}
