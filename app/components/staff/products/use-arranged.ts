import { type PointerEvent, useRef, useState } from "react";

interface Arranged<Thing> {
  thing: Thing;
  /** As its field says it. */
  place: string;
}

/**
 * A list in an order that somebody drags or types. Dragging writes the places anew, so that what is sent is always the
 * places; what is typed stays in its field, also when that was before hydration.
 */
export function useArranged<Thing>(things: readonly Thing[]) {
  const [rows, setRows] = useState<Arranged<Thing>[]>(() =>
    things.map((thing, index) => ({ thing, place: String(index + 1) })),
  );
  /** How often places were written anew: the key of their fields, which keep what they began with. */
  const [written, setWritten] = useState(0);
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    setRows((current) => {
      const next = [...current];
      next.splice(to, 0, ...next.splice(from, 1));
      return next.map((row, index) => ({ ...row, place: String(index + 1) }));
    });
    setWritten((times) => times + 1);
    // The form is told, as if somebody had typed the places.
    list.current?.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** The row that is under a mouse or a finger; undefined beside the list. */
  const rowAt = ({ clientX, clientY }: { clientX: number; clientY: number }): number | undefined => {
    const under = document.elementFromPoint(clientX, clientY);
    const index = [...(list.current?.children ?? [])].findIndex((row) => row.contains(under));
    return index < 0 ? undefined : index;
  };

  const drag = (start: PointerEvent, index: number) => {
    if (!start.isPrimary || start.button !== 0) return;
    // Nothing else is selected or dragged by it.
    start.preventDefault();
    let dragged = index;
    const dragging = new AbortController();
    const { signal } = dragging;
    const end = () => dragging.abort();
    // The row moves in the document while it is dragged, and loses the events of its handle.
    window.addEventListener(
      "pointermove",
      (event) => {
        const over = event.pointerId === start.pointerId ? rowAt(event) : undefined;
        if (over === undefined || over === dragged) return;
        move(dragged, over);
        dragged = over;
      },
      { signal },
    );
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
  };

  return {
    rows,
    list,
    /** For the field of a place. */
    written,
    /** For the handle of a row. */
    handleOf: (index: number) => ({ onPointerDown: (event: PointerEvent) => drag(event, index) }),
  };
}
