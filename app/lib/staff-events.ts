import type { UndoCommand } from "#server/core/errors.ts";

/** What can be taken back at once: one change in the audit by its number, or what a message or a refusal offers. */
export type Undo = number | UndoCommand;

const UNDO = "staff-undo";

/** Asks the frame of staff's pages to take back what a message told of. */
export function askToUndo(what: Undo): void {
  window.dispatchEvent(new CustomEvent<Undo>(UNDO, { detail: what }));
}

/** Returns how to stop, as each of those below. */
export function onUndo(listener: (what: Undo) => void): () => void {
  return listen(UNDO, (event) => event instanceof CustomEvent && listener(event.detail));
}

const UNDONE = "staff-undone";

/** Tells this window that something was taken back, or could not be: what it shows may be old. */
export function tellUndone(): void {
  window.dispatchEvent(new Event(UNDONE));
}

export function onUndone(listener: () => void): () => void {
  return listen(UNDONE, listener);
}

const CHANGED = "shop:staff-changed";

/** Tells this window that somebody changed something over tRPC, which loads no page again. */
export function tellStaffChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

export function onStaffChanged(listener: () => void): () => void {
  return listen(CHANGED, listener);
}

function listen(name: string, listener: (event: Event) => void): () => void {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}
