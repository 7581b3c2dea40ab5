import { isRowId } from "#server/core/row-id.ts";

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
