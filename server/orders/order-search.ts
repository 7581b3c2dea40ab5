import { z } from "zod";
import { isoDay, isRowId, optionalRowId, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import {
  isBritishPostcode,
  isDigitsOfPhone,
  phoneFromItsEnd,
  postcodeInCapitals,
  postcodeInText,
  readPhoneFromItsEnd,
  readPostcode,
} from "#server/core/phone-and-postcode.ts";
import { orderStatuses } from "./order.ts";

/** The ways to sort all orders; the first is the default. */
export const orderSorts = ["newest", "oldest", "highest", "lowest"] as const;

export type OrderSort = (typeof orderSorts)[number];

export function isSortByTotal(sort: OrderSort): boolean {
  return sort === "highest" || sort === "lowest";
}

/** What a list of orders can be narrowed to: a status, or those of which money went back. */
export const orderStates = [...orderStatuses, "refunded"] as const;

/** Fewer letters of a name match too much to be of use. */
const LEAST_LETTERS = 3;
/** Six digits of a number that begins with a time in milliseconds leave some three hours. */
const LEAST_DIGITS = 6;

const day = z
  .union([isoDay(), z.literal("")])
  .catch("")
  .default("");

/** What staff ask of all orders. An address is typed, cut and shared: what makes no sense becomes its default. */
export const orderList = listQuery(
  z.object({
    search: searchText(254),
    status: z
      .union([z.enum(orderStates), z.literal("")])
      .catch("")
      .default(""),
    /** First and last day in UK time, such as "2026-11-21"; "" for no limit. */
    from: day,
    to: day,
    sort: z.enum(orderSorts).catch("newest").default("newest"),
    /** Go on behind the order of this id, or before it. */
    after: optionalRowId,
    before: optionalRowId,
  }),
);

export type OrderSearch = z.infer<typeof orderList.schema>;

/**
 * What a typed text may be of an order. Each way has an index of its own (`order-conditions.server.ts`), so that a text
 * that may be several things is as quick to find as one that can be only one.
 */
export type OrderMatch =
  /** The beginning of an invoice number. */
  | { by: "invoice"; beginning: string }
  | { by: "whole-invoice"; number: string }
  | { by: "vat-invoice"; numbers: string[] }
  | { by: "id"; id: number }
  /** Of a payment, a refund or a payment page, as its provider names it. */
  | { by: "payment"; id: string }
  /** The last digits of a telephone number, from the last to the first. */
  | { by: "phone"; digits: string }
  | { by: "postcode"; beginning: string }
  | { by: "email"; beginning: string }
  /** Part of the customer's name or of a town. */
  | { by: "name" | "town"; part: string }
  /** Part of the name of something in it. */
  | { by: "product"; part: string };

export type OrderTerm =
  | { kind: "anything" }
  | { kind: "too_short"; needs: string }
  | { kind: "matches"; matches: OrderMatch[] };

/** Reads what staff typed. `vatPrefix` is the store's, for a VAT invoice number typed without it. */
export function readOrderTerm(text: string, vatPrefix: string): OrderTerm {
  const term = termOf(text);
  if (term === "") return { kind: "anything" };
  const invoice = /^inv-?\s*(\d*)$/i.exec(term);
  if (invoice) {
    const matches = matchByInvoice(invoice[1] ?? "");
    const needs = `Type at least ${LEAST_DIGITS} digits of an invoice number.`;
    return matches.length > 0 ? { kind: "matches", matches } : { kind: "too_short", needs };
  }
  const matches = [
    ...matchByNumber(term, vatPrefix),
    ...matchByPayment(term),
    ...matchByWord(term, vatPrefix),
  ];
  if (matches.length > 0) return { kind: "matches", matches };
  const needs = `Type at least ${LEAST_LETTERS} letters of a name, a town, a product or an email address.`;
  return { kind: "too_short", needs };
}

/** The same for a text that can be only one order's: a whole number of it, or an id of its payment. */
export function readWholeNumber(text: string): OrderTerm {
  const term = termOf(text);
  const [, digits] = /^(?:inv-?\s*)?(\d{6,})$/i.exec(term) ?? [];
  const numbers = prefixedVatNumbers(term);
  return {
    kind: "matches",
    matches: [
      ...(digits ? [{ by: "whole-invoice", number: `INV-${digits}` } as const] : []),
      ...(numbers.length > 0 ? [{ by: "vat-invoice", numbers } as const] : []),
      ...matchByPayment(term),
    ],
  };
}

/** What copies a number may draw its hyphen longer. */
function termOf(text: string): string {
  return text.trim().replaceAll(/\p{Pd}/gu, "-");
}

function matchByInvoice(digits: string): OrderMatch[] {
  return digits.length >= LEAST_DIGITS ? [{ by: "invoice", beginning: `INV-${digits}` }] : [];
}

/** The numbers that a text may be, postcodes included. */
function matchByNumber(term: string, vatPrefix: string): OrderMatch[] {
  const phone = readPhoneFromItsEnd(term);
  const postcode = readPostcode(term);
  const isDigits = /^\d+$/.test(term);
  const vatNumbers = isDigits ? [vatNumber(vatPrefix, term)] : prefixedVatNumbers(term);
  const id = isDigits && isRowId(Number(term)) ? Number(term) : null;
  return [
    ...(isDigits ? matchByInvoice(term) : []),
    ...(vatNumbers.length > 0 ? [{ by: "vat-invoice", numbers: vatNumbers } as const] : []),
    ...(id === null ? [] : [{ by: "id", id } as const]),
    ...(phone ? [{ by: "phone", digits: phone } as const] : []),
    ...(postcode ? [{ by: "postcode", beginning: postcode } as const] : []),
  ];
}

/** Providers' ids are long, have no spaces and always a digit: `pi_3Qx…`, `5O190127TN364715T`. */
function matchByPayment(term: string): OrderMatch[] {
  const isNumber = /^[a-z0-9]{0,10}-?\d+$/i.test(term);
  return !isNumber && /^(?=.*\d)[A-Za-z0-9_-]{10,200}$/.test(term) ? [{ by: "payment", id: term }] : [];
}

function matchByWord(term: string, vatPrefix: string): OrderMatch[] {
  const part = term.toLowerCase();
  if (term.includes("@")) return [{ by: "email", beginning: part }];
  const isNumber = isDigitsOfPhone(term) || isBritishPostcode(term) || isVatNumberOf(term, vatPrefix);
  if (isNumber || term.length < LEAST_LETTERS) return [];
  return [
    { by: "name", part },
    { by: "email", beginning: part },
    { by: "town", part },
    { by: "product", part },
  ];
}

const prefixedNumber = /^([a-z0-9]{1,10})-(\d{1,12})$/i;

function prefixedVatNumbers(term: string): string[] {
  const [, prefix, digits] = prefixedNumber.exec(term) ?? [];
  if (!prefix || !digits) return [];
  return [...new Set([prefix, prefix.toUpperCase()].map((each) => vatNumber(each, digits)))];
}

function isVatNumberOf(term: string, vatPrefix: string): boolean {
  return prefixedNumber.exec(term)?.[1]?.toUpperCase() === vatPrefix.toUpperCase();
}

function vatNumber(prefix: string, digits: string): string {
  return `${prefix}-${digits.padStart(6, "0")}`;
}

/** The page of an order for staff, with the list that it was found in: what is before and after it comes from there. */
export function orderPath(id: number, search: Partial<OrderSearch> = {}): string {
  const list = orderList.write({ ...search, after: undefined, before: undefined }).toString();
  return `/admin/orders/${id}${list ? `?${list}` : ""}`;
}

/** The list that an order was found in; the newest ones where nothing was asked for. */
export function orderListPath(search: Partial<OrderSearch>): string {
  const list = orderList.write({ ...search, after: undefined, before: undefined }).toString();
  return `/admin?tab=orders${list ? `&view=all&${list}` : ""}`;
}

/** Of an address with parts; one that is a single text, as from the counter, has the last in it. */
const postcodeOf = (address: "shipping" | "billing") =>
  postcodeInCapitals(
    `coalesce(nullif(${address}_address ->> 'postcode', ''), ${postcodeInText(`${address}_address ->> 'address'`)}, '')`,
  );
const townOf = (address: "shipping" | "billing") =>
  `coalesce(nullif(${address}_address ->> 'city', ''), ${address}_address ->> 'address', '')`;

/**
 * SQL of what staff find orders by (`order-conditions.server.ts`) and of which `customer_order` has indexes: an index is
 * used only for its own expression, word for word.
 */
export const orderIndexExpressions = {
  phone: phoneFromItsEnd("customer_phone"),
  /** Of where the goods go. */
  postcode: postcodeOf("shipping"),
  billingPostcode: postcodeOf("billing"),
  /** Both towns, in lower case. */
  towns: `lower(${townOf("shipping")} || ' ' || ${townOf("billing")})`,
};
