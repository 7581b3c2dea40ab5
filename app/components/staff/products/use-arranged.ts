import { type DragEvent, useState } from "react";

interface Arranged<Thing> {
  thing: Thing;
  /** As it is typed. */
  place: string;
}

/**
 * A list in an order that somebody drags or types: dragging writes the places anew, so that what is sent is always the
 * places.
 */
export function useArranged<Thing>(things: readonly Thing[], typedPlaces: readonly (string | undefined)[]) {
  const [rows, setRows] = useState<Arranged<Thing>[]>(() =>
    things.map((thing, index) => ({ thing, place: typedPlaces[index] ?? String(index + 1) })),
  );
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    setRows(next.map((row, index) => ({ ...row, place: String(index + 1) })));
  };
  return {
    rows,
    type: (index: number, place: string) =>
      setRows(rows.map((row, other) => (other === index ? { ...row, place } : row))),
    /** For the handle of a row. */
    handleOf: (index: number) => ({
      draggable: true,
      onDragStart: () => setDragged(index),
      onDragEnd: () => setDragged(null),
    }),
    /** For the row itself. */
    rowOf: (index: number) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        if (dragged === index) return;
        move(dragged, index);
        setDragged(index);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setDragged(null);
      },
    }),
  };
}
