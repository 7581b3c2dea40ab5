import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";

/** What a row of a table is about. */
export function RowHead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th
      scope="row"
      className={classNames("border-b border-line px-3 py-3 text-left align-top font-semibold", className)}
    >
      {children}
    </th>
  );
}
