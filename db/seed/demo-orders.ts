import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { DEMO_PAYMENT } from "#server/accounts/demo-sign-ins.ts";
import { queueStatementsOfBatch } from "#server/batches/queue-statements.server.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import { isProviderId } from "#server/payments/provider-list.ts";
import { type PricingRules, quote } from "#server/pricing/quote.ts";
import { rateOrDefault, vatOf } from "#server/pricing/vat.ts";
import {
  Batch,
  BatchAllocation,
  BatchAnalysis,
  Checkout,
  Counter,
  Order,
  OrderEvent,
  OrderLine,
  Payment,
  Product,
  type User,
  UseStatement,
} from "../entities/index.ts";
import type { SeededRandom } from "./demo-customers.ts";
import { VAT_INVOICE_COUNTER } from "./reference.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ORDERS = 120;
/** The newest, of today and yesterday: staff have not sent them yet. */
const WAITING_ORDERS = 12;
const WAITING_HOURS = 30;
/** One order in so many was paid through PayPal, and one was taken at the counter. */
const PAYPAL_EVERY = 8;
const COUNTER_EVERY = 25;
const COUNTRY = "United Kingdom";
const AS_SPECIFIED: PricingRules = {
  deliveryRule: { kind: "as_specified" },
  vatMode: "as_specified",
  currency: "gbp",
  zeroRatesExports: false,
};
/** How many of a hundred orders are the demo customer's own. */
const REGULAR_CUSTOMER_PERCENT = 5;

/** The most of a product that a person buys at once. Nine in ten orders leave out what is sold by the cubic metre. */
const largestQuantity: Record<string, number> = {
  "bulk-biochar": 1,
  "activated-biochar": 2,
  "animal-feed-biochar": 4,
};

export interface DemoOrder {
  order: Order;
  lines: OrderLine[];
  /** None of an order that staff took. */
  payment: Payment | null;
}

/**
 * Orders since `from`, more of them lately, with gapless VAT invoice numbers, the oldest first. All but a few of the
 * counter were paid through a provider, whose stand-in is told of that when it starts.
 */
export async function createDemoOrders(
  em: EntityManager,
  random: SeededRandom,
  options: { regular: User; customers: User[]; from: Date; now: Date },
): Promise<DemoOrder[]> {
  const products = await em.find(Product, {}, { orderBy: { id: "asc" } });
  const counter = await em.findOneOrFail(Counter, VAT_INVOICE_COUNTER);
  return orderMoments(random, options.from, options.now).map((createdAt, index) => {
    counter.value += 1;
    const customer = random.percent(REGULAR_CUSTOMER_PERCENT)
      ? options.regular
      : random.pick(options.customers);
    const lines = chooseLines(random, products);
    const status = statusAfter(random, (options.now.getTime() - createdAt.getTime()) / DAY_MS);
    const paid = paidBy(index);
    const draft = { customer, lines, createdAt, number: counter.value, ...paid };
    const isWaiting = index >= ORDERS - WAITING_ORDERS;
    const order = em.create(
      Order,
      orderData({ ...draft, status: isWaiting ? (paid.isPaid ? "processing" : "pending") : status }),
    );
    const payment = isProviderId(paid.method) ? createPayment(em, order) : null;
    em.create(OrderEvent, { order, kind: "placed", message: placedMessage(paid), createdAt });
    return {
      order,
      lines: lines.map((line) => em.create(OrderLine, { order, ...lineData(line) })),
      payment,
    };
  });
}

interface PaidBy {
  method: OrderPaymentMethod;
  isPaid: boolean;
}

/** The newest order of the counter waits for its bank transfer. */
function paidBy(index: number): PaidBy {
  if (index === ORDERS - 3) return { method: "bank_transfer", isPaid: false };
  if (index % COUNTER_EVERY === COUNTER_EVERY - 1) return { method: "cash", isPaid: true };
  return { method: index % PAYPAL_EVERY === PAYPAL_EVERY - 1 ? "paypal" : "stripe", isPaid: true };
}

function placedMessage({ method, isPaid }: PaidBy): string {
  if (method === "bank_transfer" && !isPaid) return "Order taken by telephone; a bank transfer is to come.";
  if (method === "cash") return "Order taken at the counter and paid in cash.";
  return `Order placed and paid ${method === "paypal" ? "with PayPal" : "by card"}.`;
}

/** A demo payment's id in the form that its provider's ids have. */
function paymentIdOf(method: OrderPaymentMethod, number: number): string | null {
  if (method === "paypal") return `DEMO${String(number).padStart(13, "0")}`;
  return method === "stripe" ? `${DEMO_PAYMENT}${String(number).padStart(6, "0")}` : null;
}

function createPayment(em: EntityManager, order: Order): Payment {
  const { totalAmount, createdAt, paymentMethod, transactionId } = order;
  if (!isProviderId(paymentMethod) || !transactionId) throw new Error("this order has no provider's payment");
  const moments = { createdAt, updatedAt: createdAt };
  const checkout = em.create(Checkout, {
    id: randomUUID(),
    user: order.customer ?? null,
    status: "paid",
    totalAmount,
    paymentMethod,
    ...moments,
  });
  order.checkout = checkout;
  return em.create(Payment, {
    checkout,
    provider: paymentMethod,
    providerPaymentId: transactionId,
    providerSessionId: paymentMethod === "paypal" ? transactionId.replace("DEMO", "DEMX") : null,
    amount: totalAmount,
    amountReceived: totalAmount,
    status: "succeeded",
    receivedAt: createdAt,
    isMatched: true,
    ...moments,
  });
}

/**
 * Oldest first. The square root makes the shop grow; the last few are of today and yesterday, and one is of now, so that the
 * month has an order in its first hour, too.
 */
function orderMoments(random: SeededRandom, from: Date, now: Date): Date[] {
  const span = now.getTime() - from.getTime();
  const moments = Array.from({ length: ORDERS }, (_, index) => {
    const share = Math.sqrt((index + random.between(5, 95) / 100) / ORDERS);
    const left = ORDERS - index;
    if (left <= WAITING_ORDERS) {
      return new Date(now.getTime() - Math.floor((WAITING_HOURS / WAITING_ORDERS) * (left - 1) * HOUR_MS));
    }
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

interface OrderDraft extends PaidBy {
  customer: User;
  lines: ChosenLine[];
  status: OrderStatus;
  createdAt: Date;
  number: number;
}

function orderData({ customer, lines, status, createdAt, number, method, isPaid }: OrderDraft) {
  const { name, address, city, postcode } = customer;
  const place = { name, address, city, postcode, country: COUNTRY, countryCode: "GB" };
  const totals = quote(lines, { country: COUNTRY }, AS_SPECIFIED);
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
    paymentMethod: method,
    transactionId: paymentIdOf(method, number),
    paidAt: isPaid ? createdAt : null,
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
    stockTaken: quantity,
    unitPrice,
    lineTotal,
    vatRate,
    vatDue: vatOf(lineTotal, vatRate, "fraction"),
  };
}

/** Of the product that is sold by the kilogram. */
const SLUG = "specialized-plant-biochar";
/** So many of the newest orders were packed from batches, and every so manieth buyer said what it is for. */
const PACKED_ORDERS = 20;
const STATED_EVERY = 3;
/** Between the kiln and the first order. */
const RESTED_DAYS = 14;

/** Two batches with their analyses, the orders that were packed from them, and what some buyers use them for. */
export async function createDemoBatches(
  em: EntityManager,
  made: readonly DemoOrder[],
  { now }: { now: Date },
): Promise<void> {
  await em.flush();
  const product = await em.findOneOrFail(Product, { slug: SLUG });
  const packed = made
    .filter(({ order, lines }) => order.status === "completed" && lines.some(isOf(product)))
    .slice(-PACKED_ORDERS);
  const firstPacked = Math.min(now.getTime(), ...packed.map(({ order }) => order.createdAt.getTime()));
  const older = createBatch(em, product, {
    madeOn: dayBefore(new Date(firstPacked), RESTED_DAYS),
    gramsMade: 2_400_000,
    kilnCelsius: 560,
  });
  createBatch(em, product, { madeOn: dayBefore(now, 20), gramsMade: 3_100_000, kilnCelsius: 580 });
  for (const [index, { order, lines }] of packed.entries()) {
    for (const line of lines.filter(isOf(product))) {
      em.create(BatchAllocation, {
        batch: older,
        orderLine: line,
        quantity: line.quantity,
        grams: line.quantity * (product.netGrams ?? 0),
        createdAt: order.dispatchedAt ?? order.createdAt,
      });
    }
    if (index % STATED_EVERY > 0) continue;
    em.create(UseStatement, { order, use: index === 0 ? "compost" : "soil", statedAt: order.createdAt });
  }
  await em.flush();
  await queueStatementsOfBatch(em, older.id);
}

function isOf(product: Product) {
  return (line: DemoOrder["lines"][number]) => line.product.id === product.id;
}

/** An ISO date. */
function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}

function createBatch(
  em: EntityManager,
  product: Product,
  { madeOn, ...made }: { madeOn: string; gramsMade: number; kilnCelsius: number },
): Batch {
  const batch = em.create(Batch, {
    ...made,
    product,
    madeOn,
    code: `DEMO-${madeOn}`,
    feedstock: "Forestry thinnings of oak and ash",
    feedstockOrigin: "Wyre Forest",
    creditStatus: "not_issued",
    transportGramsPerKilogram: 40,
  });
  em.create(BatchAnalysis, {
    batch,
    key: randomUUID(),
    laboratory: "Demo Laboratory",
    analysedOn: madeOn,
    organicCarbon: 8_240,
    hydrogenToCarbon: 340,
    ash: 780,
    water: 1_800,
    ph: 910,
    pah: 2_600,
    metals: { Pb: 1_500, Cd: 90, Cu: 11_000, Ni: 4_200, Hg: 10, Zn: 48_000, Cr: 6_100, As: 400 },
    enteredBy: "Morgan Manager",
  });
  return batch;
}
