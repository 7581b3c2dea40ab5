import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import type { CustomerView } from "#server/customers/list-users.server.ts";
import { type Pence, penceToDecimal } from "#server/pricing/money.ts";
import { type SteppedProduct, unitPriceFor } from "#server/pricing/price-steps.ts";
import { type Totals, totalsOf } from "#server/pricing/totals.ts";
import { penceTyped } from "#server/pricing/typed-money.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import type { StaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";

/** The customer fields of the shop order form. */
export interface DraftCustomer {
  id: number | null;
  name: string;
  email: string;
  phone: string;
  address: string;
  /** The list whose prices they pay. */
  tradeList: string | null;
}

export const nobody: DraftCustomer = {
  id: null,
  name: "",
  email: "",
  phone: "",
  address: "",
  tradeList: null,
};

/** Somebody found, as the form has them. */
type FoundCustomer = Pick<
  CustomerView,
  "id" | "name" | "email" | "phone" | "address" | "city" | "postcode" | "tradeList"
>;

export function draftCustomerOf(customer: FoundCustomer): DraftCustomer {
  const { id, name, email, phone, tradeList } = customer;
  return { id, name, email, phone, address: addressOf(customer), tradeList };
}

/** What a line needs of its product. */
type ChosenProduct = SteppedProduct & Pick<SoldProduct, "id" | "name" | "stockQuantity" | "taxRate">;

export interface DraftLine {
  product: ChosenProduct;
  quantity: string;
  /** Pounds of one unit; null until somebody types a price, and the shop's own until then. */
  price: string | null;
}

/** The lines with one more of a product: a line of its own, or one unit more in the one it has. */
export function withProduct(lines: readonly DraftLine[], product: ChosenProduct): DraftLine[] {
  const isOfIt = (line: DraftLine) => line.product.id === product.id;
  if (!lines.some(isOfIt)) return [...lines, { product, quantity: "1", price: null }];
  return lines.map((line) => (isOfIt(line) ? { ...line, quantity: String(quantityOf(line) + 1) } : line));
}

/** The units of a line; none while what is typed is no whole number. */
export function quantityOf({ quantity }: DraftLine): number {
  return /^\d{1,4}$/.test(quantity.trim()) ? Number(quantity) : 0;
}

/** The shop's own price of one unit, at this quantity and for this customer. */
export function listPriceOf(line: DraftLine, tradeList: string | null): Pence {
  return unitPriceFor(line.product, Math.max(1, quantityOf(line)), tradeList);
}

/** What the field of the price holds. */
export function priceTextOf(line: DraftLine, tradeList: string | null): string {
  return line.price ?? penceToDecimal(listPriceOf(line, tradeList));
}

/** The price of one unit: what is typed, else the shop's own. */
export function unitPriceOf(line: DraftLine, tradeList: string | null): Pence {
  const pounds = penceTyped(line.price ?? "");
  return pounds !== undefined && pounds >= 0 ? pounds : listPriceOf(line, tradeList);
}

export function draftLineTotal(line: DraftLine, tradeList: string | null): Pence {
  return unitPriceOf(line, tradeList) * quantityOf(line);
}

/** What the order comes to, by the server's own function. */
export function draftTotals(lines: readonly DraftLine[], tradeList: string | null, vatMode: VatMode): Totals {
  const priced = lines.map((line) => ({
    unitPrice: unitPriceOf(line, tradeList),
    quantity: quantityOf(line),
    vatRate: line.product.taxRate,
  }));
  return totalsOf(priced, vatMode);
}

export interface Draft {
  /** Its order's, from the first letter on: however often it is sent, it is one order. */
  retryKey: string;
  customer: DraftCustomer;
  lines: DraftLine[];
  method: StaffPaymentMethod;
  /** Cash that is paid on delivery. */
  payLater: boolean;
  sendConfirmation: boolean;
}

export function emptyDraft(): Draft {
  return {
    retryKey: newRetryKey(),
    customer: nobody,
    lines: [],
    method: "cash",
    payLater: false,
    sendConfirmation: true,
  };
}

export function isEmptyDraft({ customer, lines }: Draft): boolean {
  const { name, email, phone, address } = customer;
  return lines.length === 0 && `${name}${email}${phone}${address}`.trim() === "";
}

/** A draft as the shop's schema reads an order: at the prices that it shows. */
export function formValuesOf({ customer, lines, method, payLater, sendConfirmation, retryKey }: Draft) {
  return {
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    customerAddress: customer.address,
    items: lines.map((line) => {
      const price = priceTextOf(line, customer.tradeList).trim();
      return {
        productId: line.product.id,
        quantity: quantityOf(line) || Number.NaN,
        // An empty one is the shop's own, as the sums have it.
        ...(price === "" ? {} : { price }),
      };
    }),
    paymentMethod: method,
    payLater: method === "cash" && payLater,
    sendConfirmation,
    retryKey,
  };
}

/** A key that no other form has. `crypto.randomUUID` would be missing where the shop is opened without HTTPS. */
function newRetryKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A customer's address in one line, as the shop order form has it. */
export function addressOf({
  address,
  city,
  postcode,
}: Pick<CustomerView, "address" | "city" | "postcode">): string {
  return [address, city, postcode].filter((part) => part !== "").join(", ");
}
