import { Link } from "@remix-run/react";
import { TextSearch } from "lucide-react";
import type { MouseEvent } from "react";

/** The way to the search of everything: it opens over the page, and a click that asks for a new tab gets the search as one. */
export function FindLink({ onOpen }: { onOpen: () => void }) {
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Link
      to="/admin/find"
      onClick={openHere}
      aria-label="Find"
      aria-keyshortcuts="Control+K Meta+K /"
      className="flex min-h-9 w-full max-w-md min-w-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-sm text-ink-soft no-underline hover:border-ink max-lg:hidden"
    >
      <TextSearch aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="truncate">
        Search or jump to…
      </span>
      <kbd aria-hidden className="ml-auto whitespace-nowrap">
        Ctrl K
      </kbd>
    </Link>
  );
}
