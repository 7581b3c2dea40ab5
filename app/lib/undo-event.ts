/** Asked for by a message: its detail is the change in the audit that is to be taken back. */
export const UNDO = "staff-undo";

/** Asks the staff screen behind a message to take back the change that it told of. */
export function askToUndo(change: number): void {
  window.dispatchEvent(new CustomEvent(UNDO, { detail: change }));
}
