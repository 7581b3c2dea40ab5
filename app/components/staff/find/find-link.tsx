import { Link } from "@remix-run/react";
import { TextSearch } from "lucide-react";
import type { MouseEvent } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";

/** The way to the search of everything: a link to its page, which opens over this one where there is JavaScript. */
export function FindLink({ onOpen }: { onOpen: () => void }) {
  // Without JavaScript there are no keys to tell of.
  const keysWork = useHydrated();
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
      aria-keyshortcuts={keysWork ? "Control+K Meta+K /" : undefined}
      className="flex min-h-9 w-full max-w-md min-w-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-sm text-ink-soft no-underline hover:border-ink max-lg:hidden"
    >
      <TextSearch aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="truncate">
        Search or jump to…
      </span>
      <kbd aria-hidden className={classNames("ml-auto whitespace-nowrap", !keysWork && "invisible")}>
        Ctrl K
      </kbd>
    </Link>
  );
}
