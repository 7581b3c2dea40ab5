import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { requiredText, rowIdFromText, uuid } from "#server/core/fields.ts";

/** What is written down, with what a form sent twice is known by. */
export const writtenNote = {
  /** Made with the form, so that a form sent twice is one note. */
  key: uuid,
  text: requiredText(2000, "Write a note", "Keep the note below 2000 characters"),
};

/** Notes about an order; `customerCommands.addNote` writes them about people. */
export const noteCommands = {
  addToOrder: describeCommand({
    name: "orders.addNote",
    permission: "notes.write",
    alsoNeeds: ["orders.view"],
    input: z.object({ orderId: rowIdFromText, ...writtenNote }),
    done: "Note added",
  }),
  remove: describeCommand({
    name: "notes.remove",
    permission: "notes.write",
    input: z.object({ noteId: rowIdFromText }),
    done: "Note deleted",
  }),
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Its author can take a note back for a day; from then on others may have acted on it. */
export function isFresh(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < DAY_MS;
}
