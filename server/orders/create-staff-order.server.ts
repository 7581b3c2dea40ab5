import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, OrderLine, User } from "#db/entities/index.ts";
import { allocateWhatIsGone } from "#server/batches/allocate-batches.server.ts";
import { noteLowStock } from "#server/catalogue/low-stock.server.ts";
import { priceLine, sellable } from "#server/catalogue/sellable.server.ts";
import { DEFAULT_COUNTRY } from "#server/checkout/checkout-form.ts";
import {
  type LockedProducts,
  lockProducts,
  releaseHolds,
  stockLeftMessage,
} from "#server/checkout/hold-stock.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { displayLongMoment } from "#server/core/shop-time.ts";
import { queueEmails } from "#server/email/queue-email.server.ts";
import { codeOf, type Pence } from "#server/pricing/money.ts";
import { unitPriceFor } from "#server/pricing/price-steps.ts";
import { type PricedLine, type Totals, totalsOf } from "#server/pricing/totals.ts";
import { mayStayUnpaid, staffPaymentMethodsOf } from "#server/settings/staff-payment-methods.ts";
import { vatModeOf } from "#server/settings/store-settings.ts";
import { confirmationOf, staffMailOf } from "./confirmation.server.ts";
import { findAccountForOrder } from "./find-account-for-order.server.ts";
import { chooseInvoiceNumber, takeVatInvoiceNumber } from "./invoices.server.ts";
import { addBatchEvent, addOrderEvent, recordOrderChange } from "./move-order.server.ts";
import type { ShopOrder } from "./order.schema.ts";
import { paymentLabels, statusAfterPayment } from "./order.ts";
import { orderCommands } from "./order-commands.ts";
import { orderColumns, orderLineColumns } from "./order-rows.server.ts";
import { detailsOfPayload, quantitiesOf } from "./price-script-order.server.ts";
import { newInvoiceSellerOf, taxPointOf } from "./vat-invoice.ts";
import { sellStock } from "./write-order.server.ts";

/** The largest total that an order's columns hold, in pence. */
const GREATEST_TOTAL = 2_000_000_000;

/**
 * Takes an order at the counter or by telephone: goods out of stock, at the shop's or at agreed prices, for a known or
 * a new customer. Cash and card make it paid, bank transfer and account leave it pending (docs/rules.md#orders-9). Two
 * submissions with one retry key make one order. @throws ShopError `validation_failed`, `out_of_stock` naming the
 * lines (as `items[0].quantity`), `conflict` when the retry key was another order's
 */
export const createStaffOrder = command(orderCommands.create, (context, input) =>
  placeStaffOrder(context, input),
);

/** What is said of an order that was taken before it reached the shop. */
export interface TakenEarlier {
  at: Date;
  /** Who took it, where somebody else sends it. */
  by: string | null;
  /** The goods were handed over although the shop counts fewer. */
  beyondStock: boolean;
  /** Looks at the prices that the order would have. @throws ShopError to refuse them */
  check: (em: EntityManager, lines: readonly CounterLine[], totals: Totals) => Promise<void>;
}

/** The verb of `createStaffOrder`, and of an order that was taken `earlier`. @throws ShopError as it says */
export async function placeStaffOrder(
  context: Context,
  input: ShopOrder,
  earlier?: TakenEarlier,
): Promise<{ orderId: number; created: boolean }> {
  const isPaid = paidAtOnce(context, input);
  return inTransaction(context.em, async (em) => {
    const existing = await findSent(em, input);
    if (existing) return { orderId: existing.id, created: false };
    const order = await take(em, context, input, isPaid, earlier);
    return { orderId: order.id, created: true };
  });
}

/**
 * @throws ShopError `validation_failed` for a payment method that the owner does not accept
 */
function paidAtOnce({ settings }: Context, { paymentMethod, payLater }: ShopOrder): boolean {
  if (!staffPaymentMethodsOf(settings).includes(paymentMethod)) {
    const message = "Bank transfer is switched off in the settings.";
    throw new ShopError("validation_failed", message, { fields: { paymentMethod: [message] } });
  }
  const mayWait = mayStayUnpaid(paymentMethod, settings);
  if (payLater && !mayWait) {
    const message =
      paymentMethod === "cash"
        ? "Cash on delivery is switched off in the settings."
        : "An order paid by card is paid at once.";
    throw new ShopError("validation_failed", message, { fields: { payLater: [message] } });
  }
  return paymentMethod === "card" || (paymentMethod === "cash" && !payLater);
}

/** The order of an earlier submission of this form. Simultaneous submissions run one after another. */
async function findSent(em: EntityManager, input: ShopOrder): Promise<Order | null> {
  const { retryKey } = input;
  if (!retryKey) return null;
  await lockRetryKey(em, retryKey);
  const order = await em.findOne(Order, { retryKey });
  if (!order) return null;
  const lines = await em.find(OrderLine, { order: order.id });
  const isSame =
    order.customerEmail === input.customerEmail &&
    quantitiesOf(lines.map(({ product, quantity }) => ({ productId: product.id, quantity }))) ===
      quantitiesOf(input.items);
  if (isSame) return order;
  throw new ShopError("conflict", `This form has already made order ${order.invoiceNumber}.`);
}

/** Until the transaction ends, nobody else makes or discards an order with this key. */
export async function lockRetryKey(em: EntityManager, retryKey: string): Promise<void> {
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`shop order ${retryKey}`]);
}

async function take(
  em: EntityManager,
  context: Context,
  input: ShopOrder,
  isPaid: boolean,
  earlier?: TakenEarlier,
): Promise<Order> {
  const { settings, clock, actor } = context;
  const now = clock.now();
  const paidAt = isPaid ? (earlier?.at ?? now) : null;
  const currency = codeOf(settings.currency);
  const details = detailsOfPayload({ ...input, shippingCountry: DEFAULT_COUNTRY });
  const chosen = await findChosen(em, input);
  const lines = await takeCounterLines(em, context, input.items, {
    tradeList: chosen?.tradeList ?? null,
    beyondStock: earlier?.beyondStock === true,
  });
  // Without delivery: the goods are handed over, or it is in the prices of the items (docs/rules.md#orders-10).
  const totals = totalsOf(lines, vatModeOf(settings));
  await earlier?.check(em, lines, totals);
  if (totals.total > GREATEST_TOTAL) {
    const message = "This order is too large.";
    throw new ShopError("validation_failed", message, { fields: { items: [message] } });
  }
  const account = chosen
    ? { userId: chosen.id, setPassword: null }
    : await findAccountForOrder(em, context, details);
  const invoiceNumber = await chooseInvoiceNumber(em, null, now);
  const agreed = lines.filter(({ unitPrice, listPrice }) => unitPrice !== listPrice);
  const priceSetBy = actorName(actor).slice(0, 200);
  const way = paymentLabels[input.paymentMethod];
  const confirmation = await confirmationOf(em, context, {
    invoiceNumber,
    details,
    snapshot: { lines, ...totals, currency },
    account,
    isGuest: account.userId === null,
    deliveryToBeAgreed: false,
    isBackorder: false,
    counter: { toBePaid: isPaid ? null : way },
  });
  const order = em.create(Order, {
    retryKey: input.retryKey ?? null,
    invoiceNumber,
    vatInvoiceNumber: await takeVatInvoiceNumber(em, settings.orderNumberPrefix),
    customer: account.userId,
    ...orderColumns(details, { ...totals, currency }, settings),
    // What was handed over is done once it is paid.
    status: isPaid ? (earlier ? "completed" : statusAfterPayment(settings, false)) : "pending",
    dispatchedAt: earlier?.at ?? null,
    paymentMethod: input.paymentMethod,
    paidAt,
    taxPointAt: taxPointOf({ issuedAt: now, paidAt }),
    seller: newInvoiceSellerOf(settings),
    createdAt: now,
  });
  for (const line of lines) {
    const isAgreed = line.unitPrice !== line.listPrice;
    em.create(OrderLine, {
      order,
      ...orderLineColumns(line),
      stockTaken: line.stockTaken,
      leftQuantity: earlier ? line.quantity : 0,
      listPrice: isAgreed ? line.listPrice : null,
      priceSetBy: isAgreed ? priceSetBy : null,
    });
  }
  addOrderEvent(em, context, {
    order,
    kind: isPaid ? "paid" : "placed",
    message: `Order taken by our staff${earlier ? describeTakenEarlier(earlier) : ""}${isPaid ? " and paid" : ", to be paid"} ${way}`,
  });
  const beyond = lines.filter(({ quantity, stockTaken }) => stockTaken < quantity);
  if (earlier?.beyondStock && settings.stockManagement && beyond.length > 0) {
    const names = beyond.map(({ productName }) => productName).join(", ");
    const message = `Handed over at the counter although the shop counted fewer: ${names}. Count the stock again.`;
    addOrderEvent(em, context, { order, kind: "beyond_stock", message });
  }
  await em.flush();
  if (earlier) await writeBatches(em, context, order);
  const left = lines.map((line) => ({
    id: line.productId,
    name: line.productName,
    stockQuantity: line.left,
  }));
  const toStaff = staffMailOf(context, order, lines.map(orderLineColumns), left);
  await queueEmails(em, context, input.sendConfirmation ? [confirmation, toStaff] : [toStaff]);
  await recordOrderChange(em, context, order, {
    action: "created",
    after: {
      totalAmount: totals.total,
      paymentMethod: input.paymentMethod,
      status: order.status,
      ...(agreed.length > 0 ? { agreedPrices: agreed.map(agreedPriceOf) } : {}),
    },
  });
  return order;
}

/** Which batches goods came from that were handed over at the counter; what has none is told to staff. */
async function writeBatches(em: EntityManager, context: Context, order: Order): Promise<void> {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const units = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
  const { sentence, errors } = await allocateWhatIsGone(em, units);
  addBatchEvent(em, context, order, sentence);
  if (errors.length === 0) return;
  const message = `Handed over at the counter without a batch. ${errors.join(" ")}`;
  addOrderEvent(em, context, { order, kind: "no_batch", message });
}

/** When it was taken, and by whom. */
function describeTakenEarlier({ at, by }: TakenEarlier): string {
  return ` at the counter on ${displayLongMoment(at)}${by ? ` by ${by}` : ""}`;
}

function agreedPriceOf({ productName, listPrice, unitPrice }: CounterLine) {
  return { productName, listPrice, unitPrice };
}

/**
 * The customer that staff chose, whose list decides about the prices; without one the order goes to the owner of the
 * address (docs/rules.md#orders-12), at everybody's prices.
 */
async function findChosen(em: EntityManager, { customerId }: ShopOrder) {
  if (!customerId) return null;
  const user = await em.findOne(User, { id: customerId, erasedAt: null }, { fields: ["id", "tradeList"] });
  if (user) return user;
  const message = "There is no such customer.";
  throw new ShopError("validation_failed", message, { fields: { customerId: [message] } });
}

/** A line as staff sell it. */
export interface CounterLine extends PricedLine {
  /** The shop's own price of one unit, at this quantity and for this customer. */
  listPrice: Pence;
  stockTaken: number;
  /** What this sale leaves of the product. */
  left: number;
}

type Item = ShopOrder["items"][number];

/**
 * Locks the products, prices the lines and takes their units out of stock. Units that shoppers are paying for are not
 * for sale at the counter. `tradeList` is the customer's. What was handed over `beyondStock` takes what there is. @throws
 * ShopError `validation_failed` (no such product, or one twice), `out_of_stock`, each naming its line
 */
async function takeCounterLines(
  em: EntityManager,
  context: Context,
  items: readonly Item[],
  { tradeList, beyondStock = false }: { tradeList: string | null; beyondStock?: boolean },
): Promise<CounterLine[]> {
  const { settings, clock } = context;
  const now = clock.now();
  const products = await lockProducts(em, items);
  assertKnownProducts(items, products);
  const lines = items.flatMap(({ productId, quantity, price }) => {
    const product = products.get(productId);
    if (!product) return [];
    const listPrice = unitPriceFor(product, quantity, tradeList);
    const line = priceLine(product, quantity, { settings, tradeList }, price ?? listPrice);
    return { ...line, listPrice, stockTaken: 0, left: product.stockQuantity - quantity };
  });
  // Without a checkout only expired holds are released.
  const sale = { checkoutId: randomUUID(), now };
  if (settings.stockManagement) await releaseHolds(em, products, sale);
  if (!beyondStock) assertSold(items, products, settings);
  if (!settings.stockManagement) return lines;
  const { taken } = await sellStock(em, lines, sale);
  const stocks = lines.flatMap(({ productId }) => {
    const product = products.get(productId);
    if (!product) return [];
    const { id, stockQuantity: before } = product;
    return { id, before, after: before - (taken.get(id) ?? 0) };
  });
  await noteLowStock(em, context, stocks);
  const left = new Map(stocks.map(({ id, after }) => [id, after]));
  return lines.map((line) => ({
    ...line,
    stockTaken: taken.get(line.productId) ?? 0,
    left: left.get(line.productId) ?? line.left,
  }));
}

function assertKnownProducts(items: readonly Item[], products: LockedProducts): void {
  const fields: Record<string, string[]> = {};
  const seen = new Set<number>();
  for (const [index, { productId }] of items.entries()) {
    if (!products.has(productId)) fields[`items[${index}].productId`] = ["There is no such product."];
    else if (seen.has(productId)) fields[`items[${index}].productId`] = ["This product is named twice."];
    seen.add(productId);
  }
  if (Object.keys(fields).length > 0) {
    throw new ShopError("validation_failed", "Check the items of the order.", { fields });
  }
}

/** Nothing that is archived is sold, and where the shop counts its stock no more than there is. */
function assertSold(
  items: readonly Item[],
  products: LockedProducts,
  { stockManagement }: Context["settings"],
): void {
  const fields: Record<string, string[]> = {};
  for (const [index, { productId, quantity }] of items.entries()) {
    const product = products.get(productId);
    if (!product) continue;
    const left = stockManagement ? sellable(product) : quantity;
    if (!product.isArchived && left >= quantity) continue;
    const message = product.isArchived
      ? `${product.name} is no longer sold.`
      : stockLeftMessage(product, left);
    fields[`items[${index}].quantity`] = [message];
  }
  const messages = Object.values(fields).flat();
  if (messages.length > 0) throw new ShopError("out_of_stock", messages.join(" "), { fields });
}
