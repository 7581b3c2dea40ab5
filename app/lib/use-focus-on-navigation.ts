import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * After a navigation without a new document, moves the focus to the start of the new content, as a browser does for a
 * new document: the next Tab and a screen reader go on from there.
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
