import { useEffect, useRef, useState } from "react";
import type { CartLineView } from "#server/cart/cart-view.ts";
import { CartLine } from "./cart-line.tsx";

interface CartLinesProps {
  lines: CartLineView[];
  onLeave?: () => void;
}

/** The lines of the cart. When one goes, that is said, and the focus that stood on it is kept in the list. */
export function CartLines({ lines, onLeave }: CartLinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(lines);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    const gone = before.current.filter((old) => !lines.some((line) => line.productId === old.productId));
    before.current = lines;
    if (gone.length === 0) return;
    setAnnouncement(`Removed: ${gone.map((line) => line.name).join(", ")}`);
    if (document.activeElement === document.body) list.current?.focus();
  }, [lines]);

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Cart" className="divide-y divide-line outline-none">
        {lines.map((line) => (
          <CartLine key={line.productId} line={line} onLeave={onLeave} />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
