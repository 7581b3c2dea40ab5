import { z } from "zod";
import { optionalRowId } from "#server/core/row-id.ts";
import { searchText } from "#server/core/search-text.ts";
import { orderStatuses } from "../status/order-status.ts";

/** The ways to sort all orders; the first is the default. */
export const orderSorts = ["newest", "oldest", "highest", "lowest"] as const;

export type OrderSort = (typeof orderSorts)[number];

export function isSortByTotal(sort: OrderSort): boolean {
  return sort === "highest" || sort === "lowest";
}

/** Fewer letters of a name match too much to be of use. */
const LEAST_LETTERS = 3;
/** Six digits of a number that begins with a time in milliseconds leave some three hours. */
const LEAST_DIGITS = 6;

const day = z
  .union([z.iso.date(), z.literal("")])
  .catch("")
  .default("");

/** What staff ask of all orders. An address is typed, cut and shared: what makes no sense becomes its default. */
export const orderSearchSchema = z.object({
  search: searchText(254),
  status: z
    .union([z.enum(orderStatuses), z.literal("")])
    .catch("")
    .default(""),
  /** First and last day in UK time, such as "2026-11-21"; "" for no limit. */
  from: day,
  to: day,
  sort: z.enum(orderSorts).catch("newest").default("newest"),
  /** Go on behind the order of this id, or before it. */
  after: optionalRowId,
  before: optionalRowId,
});

export type OrderSearch = z.infer<typeof orderSearchSchema>;

/** Reads a search from an address. */
export function parseOrderSearch(parameters: URLSearchParams): OrderSearch {
  return orderSearchSchema.parse(Object.fromEntries(parameters));
}

const askedByDefault = orderSearchSchema.parse({});

/** The parameters of an address; what is at its default is left out. */
export function orderSearchParameters(search: Partial<OrderSearch>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of orderSearchSchema.keyof().options) {
    const value = search[name];
    if (value && value !== askedByDefault[name]) parameters.set(name, String(value));
  }
  return parameters;
}

/** What a typed text can be found by; every kind has an index of its own. */
export type OrderTerm =
  | { kind: "anything" }
  | { kind: "too_short"; needs: string }
  /** Beginnings of an invoice number, and whole VAT invoice numbers. */
  | { kind: "number"; invoicePrefix: string | null; vatNumbers: string[] }
  | { kind: "email"; prefix: string }
  /** Part of a name, or the beginning of an address. */
  | { kind: "name"; part: string };

/** Reads what staff typed. `vatPrefix` is the store's, for a VAT invoice number typed without it. */
export function readOrderTerm(text: string, vatPrefix: string): OrderTerm {
  const term = text.trim();
  if (term === "") return { kind: "anything" };
  const invoice = /^(?:inv-?\s*)(\d*)$/i.exec(term);
  if (invoice) return numbered(invoice[1] ?? "", []);
  if (/^\d+$/.test(term)) return numbered(term, [vatNumber(vatPrefix, term)]);
  const vat = /^([a-z0-9]{1,10})-(\d{1,12})$/i.exec(term);
  if (vat) {
    const [, prefix = "", digits = ""] = vat;
    const numbers = [prefix, prefix.toUpperCase()].map((each) => vatNumber(each, digits));
    return { kind: "number", invoicePrefix: null, vatNumbers: [...new Set(numbers)] };
  }
  if (term.includes("@")) return { kind: "email", prefix: term.toLowerCase() };
  if (term.length < LEAST_LETTERS) {
    return {
      kind: "too_short",
      needs: `Type at least ${LEAST_LETTERS} letters of a name or an email address.`,
    };
  }
  return { kind: "name", part: term.toLowerCase() };
}

function numbered(digits: string, vatNumbers: string[]): OrderTerm {
  const long = digits.length >= LEAST_DIGITS;
  if (!long && vatNumbers.length === 0) {
    return { kind: "too_short", needs: `Type at least ${LEAST_DIGITS} digits of an invoice number.` };
  }
  return { kind: "number", invoicePrefix: long ? `INV-${digits}` : null, vatNumbers };
}

function vatNumber(prefix: string, digits: string): string {
  return `${prefix}-${digits.padStart(6, "0")}`;
}
