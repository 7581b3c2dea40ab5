import type { KeyboardEvent } from "react";

/** Goes from a cell that can be edited to the one beside, above or below it, as the arrow keys say. */
export function moveToCell(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = cellBeside(event.currentTarget, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function cellBeside(cell: HTMLElement, key: string): HTMLElement | undefined {
  const row = cell.closest<HTMLElement>("[data-row]");
  if (!row) return undefined;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const cells = [...row.querySelectorAll<HTMLElement>("[data-cell]")];
    return cells[cells.indexOf(cell) + (key === "ArrowLeft" ? -1 : 1)];
  }
  const beside =
    key === "ArrowUp" ? row.previousElementSibling : key === "ArrowDown" ? row.nextElementSibling : null;
  return beside?.querySelector<HTMLElement>(`[data-cell="${cell.dataset.cell}"]`) ?? undefined;
}
