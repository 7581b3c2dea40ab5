import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";

export interface HeadingSort {
  /** What the address says for each direction. */
  ascending: string;
  descending: string;
  /** What the list is sorted by now. */
  current: string;
}

export function ariaSort({ ascending, descending, current }: HeadingSort) {
  return current === ascending ? "ascending" : current === descending ? "descending" : undefined;
}

/** A heading that sorts its list, and turns it round where it is sorted by it. */
export function SortHeading({ sort, children }: { sort: HeadingSort; children: ReactNode }) {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const direction = ariaSort(sort);
  const next = direction === "descending" ? sort.ascending : sort.descending;
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  const address = new URLSearchParams(parameters);
  address.set("sort", next);
  // The pages of the other order begin anew.
  for (const page of ["after", "before"]) address.delete(page);
  return (
    <Link
      to={`${pathname}?${address}`}
      preventScrollReset
      className="inline-flex min-h-6 items-center gap-1 text-ink underline-offset-4"
    >
      {children}
      {direction && <Arrow aria-hidden className="size-3.5" />}
    </Link>
  );
}
