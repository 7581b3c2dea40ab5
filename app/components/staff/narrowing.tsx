import { Search, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";

interface NarrowingProps {
  /** "Filter and sort" */
  label: string;
  open: boolean;
  children: ReactNode;
}

/**
 * What narrows a list besides its text: folded on a phone, where the rows come first, unless something of it is asked
 * for; in line with the text where there is room (app.css).
 */
export function Narrowing({ label, open, children }: NarrowingProps) {
  return (
    <details open={open} className="narrowing max-lg:col-span-2">
      <summary className="inline-flex min-h-11 list-none lg:supports-[selector(::details-content)]:hidden items-center gap-2 text-sm font-medium underline">
        <SlidersHorizontal aria-hidden className="size-4" />
        {label}
      </summary>
      <div className="mt-2 grid grid-cols-2 items-end gap-3 lg:contents">{children}</div>
    </details>
  );
}

/** Beside the text, as long as what narrows the list, and the button at its end, are folded. */
export function SearchOfPhone() {
  return (
    <Button aria-label="Search" className="lg:hidden group-has-[details[open]]:hidden">
      <Search aria-hidden className="size-4" />
    </Button>
  );
}
