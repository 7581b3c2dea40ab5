import { useEffect, useState } from "react";

/**
 * How many boxes of a form are ticked. They are the browser's own, in whatever rows are shown, so that they work without
 * JavaScript; null before this page is alive.
 */
export function useSelectedCount(form: string): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setCount(boxesOf(form).filter(({ checked }) => checked).length);
    look();
    document.addEventListener("change", look);
    // A list that renews itself loses rows, and with them their boxes.
    const observer = new MutationObserver(look);
    observer.observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("change", look);
      observer.disconnect();
    };
  }, [form]);
  return count;
}

/** The boxes of the rows. */
export function boxesOf(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[data-select][form="${form}"]`)];
}
