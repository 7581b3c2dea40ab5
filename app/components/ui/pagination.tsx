import { ChevronLeft, ChevronRight } from "lucide-react";
import { SmallButtonLink } from "./small-actions.tsx";

interface PaginationProps {
  /** The kind of rows, for screen readers: "Products". */
  label: string;
  /** Counts from 1. */
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
}

/** Links to the previous and the next page; nothing when there is only one. */
export function Pagination({ label, page, pageCount, hrefOf }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={`${label}: pages`} className="flex items-center justify-center gap-4 py-8">
      {page > 1 && (
        <SmallButtonLink to={hrefOf(page - 1)} rel="prev">
          <ChevronLeft aria-hidden className="size-4" /> Previous
        </SmallButtonLink>
      )}
      <span className="text-sm text-ink-soft">
        Page {page} of {pageCount}
      </span>
      {page < pageCount && (
        <SmallButtonLink to={hrefOf(page + 1)} rel="next">
          Next <ChevronRight aria-hidden className="size-4" />
        </SmallButtonLink>
      )}
    </nav>
  );
}
