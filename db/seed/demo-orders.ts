import type { EntityManager } from "@mikro-orm/postgresql";
import { DEMO_PAYMENT } from "#server/identity/demo-sign-ins.ts";
import type { OrderStatus } from "#server/orders/status/order-status.ts";
import { totalsOf } from "#server/pricing/totals.ts";
import { rateOrDefault, vatOf } from "#server/pricing/vat.ts";
import { Counter, Order, OrderEvent, OrderLine, Product, type User } from "../entities/index.ts";
import { VAT_INVOICE_COUNTER } from "./reference.ts";
import type { SeededRandom } from "./seeded-random.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const ORDERS = 120;
const COUNTRY = "United Kingdom";
/** How many of a hundred orders are the demo customer's own. */
const REGULAR_CUSTOMER_PERCENT = 5;

/** The most of a product that a person buys at once. Nine in ten orders leave out what is sold by the cubic metre. */
const largestQuantity: Record<string, number> = {
  "bulk-biochar": 1,
  "activated-biochar": 2,
  "animal-feed-biochar": 4,
};

/** Paid orders since `from`, more of them lately, with gapless VAT invoice numbers. */
export async function createDemoOrders(
  em: EntityManager,
  random: SeededRandom,
  options: { regular: User; customers: User[]; from: Date; now: Date },
): Promise<void> {
  const products = await em.find(Product, {}, { orderBy: { id: "asc" } });
  const counter = await em.findOneOrFail(Counter, VAT_INVOICE_COUNTER);
  for (const createdAt of orderMoments(random, options.from, options.now)) {
    counter.value += 1;
    const customer = random.percent(REGULAR_CUSTOMER_PERCENT)
      ? options.regular
      : random.pick(options.customers);
    const lines = chooseLines(random, products);
    const status = statusAfter(random, (options.now.getTime() - createdAt.getTime()) / DAY_MS);
    const draft = { customer, lines, status, createdAt, number: counter.value };
    const order = em.create(Order, orderData(draft));
    for (const line of lines) em.create(OrderLine, { order, ...lineData(line) });
    em.create(OrderEvent, { order, kind: "placed", message: "Order placed and paid by card.", createdAt });
  }
}

/** Oldest first. The square root makes the shop grow; the last few fall into the last days. */
function orderMoments(random: SeededRandom, from: Date, now: Date): Date[] {
  const span = now.getTime() - from.getTime();
  const moments = Array.from({ length: ORDERS }, (_, index) => {
    const share = Math.sqrt((index + random.between(5, 95) / 100) / ORDERS);
    return new Date(from.getTime() + Math.floor(span * share));
  });
  return moments.sort((a, b) => a.getTime() - b.getTime());
}

interface ChosenLine {
  product: Product;
  quantity: number;
  unitPrice: number;
  vatRate: number;
}

function chooseLines(random: SeededRandom, products: readonly Product[]): ChosenLine[] {
  const onOffer = products.filter(({ slug }) => slug !== "bulk-biochar" || random.percent(10));
  const lines = new Map<number, ChosenLine>();
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const product = random.pick(onOffer);
    lines.set(product.id, {
      product,
      quantity: random.between(1, largestQuantity[product.slug] ?? 3),
      unitPrice: product.onSale && product.salePrice ? product.salePrice : product.price,
      vatRate: rateOrDefault(product.taxRate),
    });
  }
  return [...lines.values()];
}

function statusAfter(random: SeededRandom, days: number): OrderStatus {
  if (random.percent(6)) return "cancelled";
  if (days > 14) return "completed";
  if (days > 3) return random.percent(60) ? "completed" : "processing";
  return random.percent(70) ? "processing" : "pending";
}

interface OrderDraft {
  customer: User;
  lines: ChosenLine[];
  status: OrderStatus;
  createdAt: Date;
  number: number;
}

function orderData({ customer, lines, status, createdAt, number }: OrderDraft) {
  const { name, address, city, postcode } = customer;
  const place = { name, address, city, postcode, country: COUNTRY, countryCode: "GB" };
  const totals = totalsOf(lines, {
    country: COUNTRY,
    deliveryRule: { kind: "as_specified" },
    vatMode: "as_specified",
  });
  return {
    invoiceNumber: `INV-${createdAt.getTime()}`,
    vatInvoiceNumber: `OXB-${String(number).padStart(6, "0")}`,
    customer,
    customerName: name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    customerAddress: [address, city, postcode, COUNTRY].join(", "),
    billingAddress: place,
    shippingAddress: place,
    shippingCountry: COUNTRY,
    subtotal: totals.subtotal,
    taxAmount: totals.vat,
    vatDue: totals.vatDue,
    shippingCost: totals.shipping,
    totalAmount: totals.total,
    status,
    paymentMethod: "stripe" as const,
    transactionId: `${DEMO_PAYMENT}${String(number).padStart(6, "0")}`,
    paidAt: createdAt,
    taxPointAt: createdAt,
    createdAt,
  };
}

function lineData({ product, quantity, unitPrice, vatRate }: ChosenLine) {
  const lineTotal = unitPrice * quantity;
  return {
    product,
    productName: product.name,
    quantity,
    unitPrice,
    lineTotal,
    vatRate,
    vatDue: vatOf(lineTotal, vatRate, "fraction"),
  };
}
