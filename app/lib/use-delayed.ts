import { useEffect, useState } from "react";

/**
 * A value that follows another once that has not changed for this many milliseconds, for searches while somebody
 * types.
 */
export function useDelayed<Value>(value: Value, milliseconds: number): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return delayed;
}

/** What is over sooner is quick: a notice of it would only flash. People take 100 ms for at once. */
const QUICK_MS = 80;

/** Whether to show that something is under way: once it has been for longer than a moment. */
export function useShownWhilePending(pending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setIsSlow(true), QUICK_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [pending]);
  return isSlow && pending;
}
