import type { z } from "zod";
import type { CounterPerson, CounterProduct, CounterRules } from "#server/orders/counter-orders.server.ts";
import { counterMethods, type counterOrderSchema } from "#server/orders/order.schema.ts";
import { type Currency, type Pence, penceToDecimal } from "#server/pricing/money.ts";
import { unitPriceFor } from "#server/pricing/price-steps.ts";
import { totalsOf } from "#server/pricing/totals.ts";
import {
  type Draft,
  type DraftCustomer,
  draftTotals,
  listPriceOf,
  quantityOf,
  unitPriceOf,
} from "../shop/order-draft.ts";

type CounterMethod = (typeof counterMethods)[number];

/** What the shop last told of its products, prices and customers. */
export interface Sheet {
  rules: CounterRules;
  products: CounterProduct[];
  customers: DraftCustomer[];
  /** How far this device's clock is ahead of the shop's, in milliseconds. */
  clockAhead: number;
}

interface QueuedLine {
  productId: number;
  name: string;
  quantity: number;
  /** The price of one unit that the customer was told. */
  told: Pence;
  /** The price that staff agreed on; null where it was the shop's own. */
  price: Pence | null;
}

/** Why the shop did not take an order. */
export interface Conflict {
  kind: "prices" | "stock" | "other";
  /** The shop's own words. */
  message: string;
}

/** An order that was taken, and that the shop does not have yet. */
export interface QueuedOrder {
  retryKey: string;
  /** By the shop's clock, in milliseconds. */
  takenAt: number;
  /** Whose session the counter was when it was taken. */
  takenBy: CounterPerson;
  customer: DraftCustomer;
  lines: QueuedLine[];
  method: CounterMethod;
  sendConfirmation: boolean;
  toldTotal: Pence;
  currency: Currency;
  beyondStock: boolean;
  /** Null while it waits to be sent. */
  conflict: Conflict | null;
}

/** What is left of an order once the shop has it: nothing of the customer. */
export interface SentNote {
  retryKey: string;
  invoiceNumber: string;
  totalAmount: Pence;
  currency: Currency;
  at: number;
}

export function queuedOrderOf(
  { retryKey, customer, lines, method, sendConfirmation }: Draft,
  { rules, clockAhead }: Pick<Sheet, "rules" | "clockAhead">,
  takenBy: CounterPerson,
  now: number,
): QueuedOrder {
  const { tradeList } = customer;
  return {
    retryKey,
    takenAt: now - clockAhead,
    takenBy,
    customer,
    lines: lines.map((line) => {
      const told = unitPriceOf(line, tradeList);
      const price = told === listPriceOf(line, tradeList) ? null : told;
      const { id, name } = line.product;
      return { productId: id, name, quantity: quantityOf(line), told, price };
    }),
    method: counterMethods.find((each) => each === method) ?? "cash",
    sendConfirmation,
    toldTotal: draftTotals(lines, tradeList, rules.vatMode).total,
    currency: rules.currency,
    beyondStock: false,
    conflict: null,
  };
}

export function messageOf(order: QueuedOrder): z.input<typeof counterOrderSchema> {
  const { customer, lines } = order;
  return {
    retryKey: order.retryKey,
    takenAt: new Date(order.takenAt),
    takenBy: order.takenBy.id,
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    customerAddress: customer.address,
    items: lines.map(({ productId, quantity, told, price }) => ({
      productId,
      quantity,
      told: penceToDecimal(told),
      ...(price === null ? {} : { price: penceToDecimal(price) }),
    })),
    paymentMethod: order.method,
    sendConfirmation: order.sendConfirmation,
    toldTotal: penceToDecimal(order.toldTotal),
    currency: order.currency,
    beyondStock: order.beyondStock,
  };
}

/** The order at the prices that the customer was told, as prices that staff agreed on. */
export function atQuotedPrices(order: QueuedOrder): QueuedOrder {
  const lines = order.lines.map((line) => ({ ...line, price: line.told }));
  return { ...order, lines, conflict: null };
}

/** The order at the prices of the sheet as it is now; null where that has not all of its products. */
export function atTodaysPrices(order: QueuedOrder, { products, rules }: Sheet): QueuedOrder | null {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = order.lines.flatMap((line) => {
    const product = byId.get(line.productId);
    if (!product) return [];
    const told = line.price ?? unitPriceFor(product, line.quantity, order.customer.tradeList);
    return { ...line, told, vatRate: product.taxRate };
  });
  if (lines.length < order.lines.length) return null;
  const priced = lines.map(({ told, quantity, vatRate }) => ({ unitPrice: told, quantity, vatRate }));
  const toldTotal = totalsOf(priced, rules.vatMode).total;
  return { ...order, lines: lines.map(({ vatRate: _, ...line }) => line), toldTotal, conflict: null };
}

/** The order whose goods were handed over, whatever the shop counts. */
export function handedOver(order: QueuedOrder): QueuedOrder {
  return { ...order, beyondStock: true, conflict: null };
}

/** The order back in the form, under its own key. Products that the sheet has no more are left out. */
export function draftOf(order: QueuedOrder, { products }: Sheet): Draft {
  const byId = new Map(products.map((product) => [product.id, product]));
  return {
    retryKey: order.retryKey,
    customer: order.customer,
    lines: order.lines.flatMap(({ productId, quantity, price }) => {
      const product = byId.get(productId);
      const typed = price === null ? null : penceToDecimal(price);
      return product ? { product, quantity: String(quantity), price: typed } : [];
    }),
    method: order.method,
    payLater: false,
    sendConfirmation: order.sendConfirmation,
  };
}

/** The draft with what the sheet now says of its products. */
export function refreshedDraft(draft: Draft, { products }: Sheet): Draft {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = draft.lines.map((line) => ({ ...line, product: byId.get(line.product.id) ?? line.product }));
  return { ...draft, lines };
}

const MOST_FOUND = 20;

/** Products or customers whose name, or email, has every word of a text. */
export function matching<Row extends { name: string; email?: string }>(
  rows: readonly Row[],
  text: string,
): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = rows.filter(({ name, email = "" }) => {
    const searched = `${name} ${email}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  return found.slice(0, MOST_FOUND);
}
