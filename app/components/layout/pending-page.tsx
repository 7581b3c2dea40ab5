import { useLocation, useNavigation } from "@remix-run/react";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";

interface Place {
  pathname: string;
  search: string;
}

/** What is said while a page is fetched; null where the page shown tells itself that another part of it comes. */
export function loadingTextOf(here: Place, next: Place): string | null {
  const { pathname, search } = next;
  if (here.pathname === pathname && /^\/(products|blog)$/.test(pathname)) return null;
  if (pathname === "/products") return "Loading products";
  if (/^\/(community(\?|$)|blog\?.*tab=community)/.test(pathname + search))
    return "Loading community impact data...";
  return "Loading";
}

/** Tells, wherever one comes from, that the page just asked for is on its way (docs/rules.md#pages-8). */
export function PendingPage() {
  const here = useLocation();
  const { state, location } = useNavigation();
  const shown = useShownWhilePending(state !== "idle");
  const text = location ? loadingTextOf(here, location) : null;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center">
      {shown && text && (
        <p className="flex items-center gap-3 rounded-full border border-line bg-surface px-5 py-2 text-sm shadow-raised">
          <Spinner className="size-5" /> {text}
        </p>
      )}
    </div>
  );
}
