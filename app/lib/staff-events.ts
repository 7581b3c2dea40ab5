import type { UndoCommand } from "#server/core/errors.ts";

/** What can be taken back at once: one change in the audit by its number, or what a message or a refusal offers. */
export type Undo = number | UndoCommand;

const UNDO = "staff-undo";

/** Asks the frame of staff's pages to take back what a message told of. */
export function askToUndo(what: Undo): void {
  window.dispatchEvent(new CustomEvent<Undo>(UNDO, { detail: what }));
}

/** Returns how to stop. */
export function onUndo(listener: (what: Undo) => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof CustomEvent) listener(event.detail);
  };
  window.addEventListener(UNDO, hear);
  return () => window.removeEventListener(UNDO, hear);
}

const UNDONE = "staff-undone";

/** Tells this window that something was taken back, or could not be: what it shows may be old. */
export function tellUndone(): void {
  window.dispatchEvent(new Event(UNDONE));
}

/** Returns how to stop. */
export function onUndone(listener: () => void): () => void {
  window.addEventListener(UNDONE, listener);
  return () => window.removeEventListener(UNDONE, listener);
}

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
