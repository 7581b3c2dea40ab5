import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { writtenNote } from "#server/notes/staff-note.ts";
import { parseCustomerKey } from "./customer-key.ts";

/** What staff do about a customer. */
export const customerCommands = {
  addNote: describeCommand({
    name: "customers.addNote",
    permission: "notes.write",
    alsoNeeds: ["customers.view"],
    input: z.object({
      /** As in the address of the customer's page. */
      customer: z.string().transform((text, check) => {
        const key = parseCustomerKey(text);
        if (key) return key;
        check.addIssue({ code: "custom", message: "There is no such customer." });
        return z.NEVER;
      }),
      ...writtenNote,
    }),
    done: "Note added",
  }),
};
