import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Spinner } from "#app/components/ui/button.tsx";
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

/** Where the browser itself is taking the page: into the checkout, out of a text page, after a whole page's form. */
function useLeaving(): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const begin = (event: Event) => setPlace(destinationOf(event));
    const stop = () => setPlace(null);
    // On the window: by then React has taken what it handles itself.
    window.addEventListener("click", begin);
    window.addEventListener("submit", begin);
    // Back again, from the browser's memory.
    window.addEventListener("pageshow", stop);
    return () => {
      window.removeEventListener("click", begin);
      window.removeEventListener("submit", begin);
      window.removeEventListener("pageshow", stop);
    };
  }, []);
  return place;
}

/** Null for what stays in this page, opens beside it, or is a file, which leaves the page as it is. */
function destinationOf(event: Event): Place | null {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return null;
  if (target instanceof HTMLFormElement) return new URL(target.getAttribute("action") ?? "", location.href);
  const link = target.closest("a");
  if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (!link?.href || link.target || link.hasAttribute("download")) return null;
  const isPage = link.origin === location.origin && !/\.\w+$/.test(link.pathname);
  const isHere = link.pathname + link.search === location.pathname + location.search;
  return isPage && !isHere ? link : null;
}

/** Tells, wherever one comes from, that the page just asked for is on its way (docs/rules.md#pages-8). */
export function PendingPage() {
  const here = useLocation();
  const leaving = useLeaving();
  const next = useNavigation().location ?? leaving;
  const shown = useShownWhilePending(next !== null);
  const text = next && loadingTextOf(here, next);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center">
      {shown && text && (
        <p className="flex items-center gap-3 rounded-full border border-line bg-surface px-5 py-2 text-sm shadow-raised">
          <Spinner className="size-5" /> <span>{text}</span>
        </p>
      )}
    </div>
  );
}
