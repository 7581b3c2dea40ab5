import { useSyncExternalStore } from "react";

const STORED_KEY = "staff-single-keys";
const CHANGED = "staff-single-keys-changed";

/** Whether keys without Ctrl do anything. Somebody who speaks to the machine, or whose hand shakes, may not want that. */
export function singleKeysAreOn(): boolean {
  try {
    return window.localStorage.getItem(STORED_KEY) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(STORED_KEY);
    else window.localStorage.setItem(STORED_KEY, "off");
  } catch {
    // A browser that stores nothing keeps them on.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** The same, followed; on while the page is not alive yet. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysAreOn, () => true);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}
