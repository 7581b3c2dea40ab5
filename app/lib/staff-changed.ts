const CHANGED = "shop:staff-changed";

/** Tells this window that somebody changed something over tRPC, which loads no page again. */
export function tellStaffChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** Returns how to stop. */
export function onStaffChanged(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
