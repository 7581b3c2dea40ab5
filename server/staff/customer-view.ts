import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { isRowId } from "#server/core/fields.ts";
import { writtenNote } from "#server/customers/staff-note.ts";

/** An account by its number, or a guest by an email address. */
const LONGEST_KEY = 300;

/** What staff do about a customer. */
export const customerCommands = {
  addNote: describeCommand({
    name: "customers.addNote",
    permission: "notes.write",
    alsoNeeds: ["customers.view"],
    input: z.object({
      /** As in the address of the customer's page. */
      customer: z
        .string()
        .max(LONGEST_KEY, { abort: true })
        .transform((text, check) => {
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

/**
 * What a customer's page is called in its address: an account by its id, somebody without one by an order or an enquiry
 * of theirs. An address names nobody and holds no email (docs/decisions/070).
 */
export interface CustomerKey {
  kind: "account" | "order" | "enquiry";
  id: number;
}

const CUSTOMERS = "/admin/customers/";

export function customerPath({ kind, id }: CustomerKey): string {
  return `${CUSTOMERS}${customerKeyText({ kind, id })}`;
}

export function customerKeyText({ kind, id }: CustomerKey): string {
  return kind === "account" ? String(id) : `${kind}-${id}`;
}

/** Reads what stands in an address; null where it is no key. */
export function parseCustomerKey(text: string): CustomerKey | null {
  const [, kind, digits] = /^(?:(order|enquiry)-)?([1-9]\d{0,9})$/.exec(text) ?? [];
  const id = Number(digits);
  if (!isRowId(id)) return null;
  return { kind: kind === "order" || kind === "enquiry" ? kind : "account", id };
}
