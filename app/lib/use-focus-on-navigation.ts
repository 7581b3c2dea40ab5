import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * After a move to another page without a new document, puts the focus at the start of what is new, as a browser
 * does by itself otherwise: the next Tab goes on from there, and a screen reader reads on from there.
 */
export function useFocusOnNavigation(elementId: string): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    document.getElementById(elementId)?.focus({ preventScroll: true });
  }, [pathname, hash, elementId]);
}
