import type { UndoCommand } from "#server/core/errors.ts";

/** What can be taken back at once: one change in the audit by its number, or what a message or a refusal offers. */
export type Undo = number | UndoCommand;

const UNDO = "staff-undo";

/** Asks the staff screen behind a message to take back what it told of. */
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
