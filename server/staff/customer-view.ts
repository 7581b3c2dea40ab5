import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { isRowId } from "#server/core/fields.ts";
import { type StaffNoteView, writtenNote } from "#server/customers/staff-note.ts";
import type { OrderView, PackingOrder } from "#server/orders/order-views.server.ts";
import type { Pence } from "#server/pricing/money.ts";

interface CustomerOrders {
  count: number;
  /** What was paid and not given back, cancelled orders left out; null for those who may not see money. */
  paid: Pence | null;
  /** When the last one was placed, as an ISO date and time; null without any. */
  last: string | null;
  /** A page of them, the newest first. */
  shown: OrderView[] | PackingOrder[];
  /** The id to go on after; null at the end. */
  next: number | null;
}

/** What staff may see of one customer; what they may not is null. */
export interface CustomerPageView {
  /** As in the address of the page. */
  key: string;
  name: string;
  email: string;
  phone: string;
  /** Null for somebody without an account. */
  account: {
    id: number;
    companyName: string;
    address: string;
    city: string;
    postcode: string;
    country: string;
    /** The code of the list whose prices they pay. */
    tradeList: string | null;
    isActive: boolean;
    /** ISO date and time. */
    createdAt: string;
  } | null;
  orders: CustomerOrders | null;
  enquiries:
    | { id: number; subject: string; message: string; isAnswered: boolean; createdAt: string }[]
    | null;
  mails: { id: number; subject: string; createdAt: string; sentAt: string | null }[] | null;
  /** The state of the address, or that there is none. */
  newsletter: { state: "pending" | "confirmed" | "unsubscribed" | null } | null;
  notes: StaffNoteView[] | null;
  /** For the next note's form: sent twice, it is one note. */
  noteKey: string;
}

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
