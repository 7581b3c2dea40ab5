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
