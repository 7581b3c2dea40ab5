import type { EntityManager } from "@mikro-orm/postgresql";
import { type Checkout, Order } from "#db/entities/index.ts";
import { type RequestedLine, sellable } from "#server/catalogue/sellable.server.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/checkout.ts";
import { keepPaidPlace } from "#server/checkout/hold-collection.server.ts";
import { lockProducts, releaseHolds } from "#server/checkout/hold-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { idRow, rawRow } from "#server/core/typed-sql.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import type { LeftInStock } from "./confirmation.server.ts";
import { findAccountForOrder } from "./find-account-for-order.server.ts";
import { chooseInvoiceNumber, promisedNumber } from "./invoices.server.ts";
import { orderRowsOf } from "./order-rows.server.ts";
import { writeOrder } from "./write-order.server.ts";

interface PaidCheckout {
  checkout: Checkout;
  /** The payment's row, in which its money is booked. */
  paymentRow: number;
  payment: ReceivedPayment;
  details: CheckoutDetails;
  snapshot: PricedSnapshot;
  invoiceNumber: string | null;
  claimed: Record<string, unknown> | null;
}

/**
 * Makes the order of a paid checkout inside the caller's transaction, which holds the checkout's lock, also when its
 * stock is gone meanwhile.
 */
export async function createOrder(em: EntityManager, context: Context, paid: PaidCheckout): Promise<Order> {
  const { checkout, details, snapshot, payment } = paid;
  const now = context.clock.now();
  const number = promisedNumber(checkout.requestedInvoiceNumber ?? null, paid.invoiceNumber, now);
  const slot = snapshot.delivery?.slot;
  const slotLost =
    slot !== undefined && !(await keepPaidPlace(em, context, { checkoutId: checkout.id, slot }));
  const { short, taken, left } = context.settings.stockManagement
    ? await allotStock(em, snapshot.lines, { checkoutId: checkout.id, now })
    : { short: [], taken: new Map<number, number>(), left: [] };
  const rows = await orderRowsOf(em, context, {
    orderId: (await rawRow(em, idRow, "select nextval('customer_order_id_seq')::int as id")).id,
    invoiceNumber: await chooseInvoiceNumber(em, number, now),
    details,
    snapshot,
    provider: payment.provider,
    transactionId: payment.id,
    claimed: paid.claimed,
    chargedAt: payment.paidAt,
    checkoutMadeAt: checkout.createdAt,
    amountReceived: payment.amountReceived,
    currency: payment.currency,
    account: checkout.user
      ? { userId: checkout.user.id, setPassword: null }
      : await findAccountForOrder(em, context, details),
    isGuest: !checkout.user,
    short,
    slotLost,
    taken,
    left,
  });
  const seen = { checkoutId: checkout.id, version: checkout.version, paymentId: paid.paymentRow };
  return em.findOneOrFail(Order, await writeOrder(em, seen, rows));
}

interface SoldStock {
  /** The names of the products that were short. */
  short: string[];
  /** The units taken out of stock, by product id. */
  taken: Map<number, number>;
  /** What is left of each product. */
  left: LeftInStock[];
}

/**
 * What a checkout's lines take out of stock once its holds are released. If the hold expired and the stock is gone, they
 * take what is left, and what is missing is returned: the shopper has paid, so the order is made all the same. The
 * checkout row must be locked; the products are locked from here on.
 */
async function allotStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const products = await lockProducts(em, lines, checkoutId);
  await releaseHolds(em, products, { checkoutId, now });

  const short: string[] = [];
  const taken = new Map<number, number>();
  const leftInStock: LeftInStock[] = [];
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (!product) continue;
    const left = sellable(product);
    if (left < quantity) short.push(product.name);
    const takes = Math.min(quantity, left);
    taken.set(productId, takes);
    leftInStock.push({ id: productId, name: product.name, stockQuantity: product.stockQuantity - takes });
  }
  return { short, taken, left: leftInStock };
}

/** The same, and takes it out of stock. */
export async function sellStock(
  em: EntityManager,
  lines: readonly RequestedLine[],
  sale: { checkoutId: string; now: Date },
): Promise<SoldStock> {
  const sold = await allotStock(em, lines, sale);
  await em.execute(
    `update product set stock_quantity = stock_quantity - taken.quantity
       from jsonb_to_recordset(?::jsonb) as taken("productId" int, quantity int) where product.id = taken."productId"`,
    [JSON.stringify([...sold.taken].map(([productId, quantity]) => ({ productId, quantity })))],
  );
  return sold;
}
