import type { EntityManager } from "@mikro-orm/postgresql";
import { type Checkout, Order, OrderLine } from "#db/entities/index.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmails } from "#server/email/queue-email.server.ts";
import type { OrderEventKind } from "#server/orders/lists/order-timeline.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { isUnitedKingdom } from "#server/pricing/delivery.ts";
import {
  acceptableNumber,
  chooseInvoiceNumber,
  takeVatInvoiceNumber,
} from "../invoices/invoice-numbers.server.ts";
import { newInvoiceSellerOf, taxPointOf } from "../invoices/vat-invoice.ts";
import { addOrderEvent } from "../status/move-order.server.ts";
import { statusAfterPayment } from "../status/order-status.ts";
import { confirmationOf } from "./confirm-order.server.ts";
import { findAccountForOrder } from "./find-account-for-order.server.ts";
import { staffMailOf } from "./notify-staff-of-order.server.ts";
import { orderColumns, orderLineColumns } from "./order-columns.ts";
import { sellStock } from "./sell-stock.server.ts";

interface PaidCheckout {
  checkout: Checkout;
  details: CheckoutDetails;
  snapshot: PricedSnapshot;
  /** The provider that took the money, which may differ from the one that opened the checkout last. */
  provider: ProviderId;
  transactionId: string;
  invoiceNumber: string | null;
  claimed: Record<string, unknown> | null;
  /** When the provider took the money; undefined when it did not say. */
  paidAt: Date | undefined;
}

/**
 * Makes the order of a paid checkout inside the caller's transaction, which holds the checkout's lock: stock, order,
 * lines, timeline, numbers, the mail, and the cart without the bought items. The counter of VAT invoices is locked
 * last, because all shoppers wait for it.
 */
export async function createOrder(em: EntityManager, context: Context, paid: PaidCheckout): Promise<Order> {
  const { checkout, details, snapshot } = paid;
  const { settings } = context;
  const now = context.clock.now();
  const paidAt = paidAtOf(paid.paidAt, checkout.createdAt, now);
  const { short, taken, left } = settings.stockManagement
    ? await sellStock(em, snapshot.lines, { checkoutId: checkout.id, now })
    : { short: [], taken: new Map<number, number>(), left: [] };
  const account = checkout.user
    ? { userId: checkout.user.id, setPassword: null }
    : await findAccountForOrder(em, context, details);
  const deliveryToBeAgreed = snapshot.shipping === 0 && !isUnitedKingdom(details.shippingAddress.country);
  const invoiceNumber = await chooseInvoiceNumber(em, numberFor(paid, now), now);
  await subtractFromCart(em, checkout, snapshot);
  const confirmation = await confirmationOf(em, context, {
    invoiceNumber,
    details,
    snapshot,
    account,
    isGuest: !checkout.user,
    deliveryToBeAgreed,
    isBackorder: short.length > 0,
  });

  const order = em.create(Order, {
    checkout,
    invoiceNumber,
    vatInvoiceNumber: await takeVatInvoiceNumber(em, settings.orderNumberPrefix),
    customer: account.userId,
    ...orderColumns(details, snapshot, settings),
    status: statusAfterPayment(settings, short.length > 0),
    paymentMethod: paid.provider,
    transactionId: paid.transactionId,
    paidAt,
    taxPointAt: taxPointOf({ issuedAt: now, paidAt }),
    isBackorder: short.length > 0,
    deliveryToBeAgreed,
    isExport: snapshot.isExport === true,
    claimed: paid.claimed,
    seller: newInvoiceSellerOf(settings),
    createdAt: now,
  });
  const lines = snapshot.lines.map(orderLineColumns);
  for (const line of lines) {
    em.create(OrderLine, { order, ...line, stockTaken: taken.get(line.product) ?? 0 });
  }
  for (const { kind, message } of eventsOf(
    paid.transactionId,
    short,
    deliveryToBeAgreed,
    snapshot.express === true,
  ).concat(snapshot.isExport ? [exportEvent] : [], softOptInEvents(details))) {
    addOrderEvent(em, context, { order, kind, message });
  }
  checkout.status = "paid";
  await em.flush();
  await queueEmails(em, [confirmation, staffMailOf(context, order, lines, left)]);
  return order;
}

/** The number that the checkout was promised, however long ago; otherwise the number that the client requests now. */
function numberFor({ checkout, invoiceNumber }: PaidCheckout, now: Date): string | null {
  const requestedNumber = checkout.requestedInvoiceNumber ?? null;
  if (invoiceNumber === requestedNumber) return requestedNumber;
  return acceptableNumber(invoiceNumber, now) ?? requestedNumber;
}

/**
 * The day for VAT (the tax point is the earlier of invoice and payment) is the provider's time of the charge, not the
 * time at which the shop learnt of it, which may be days later. A wrong clock at the provider never moves it before
 * the checkout or into the future.
 */
function paidAtOf(charged: Date | undefined, checkoutMadeAt: Date, now: Date): Date {
  const earliest = Math.min(checkoutMadeAt.getTime(), now.getTime());
  return new Date(Math.max(earliest, Math.min((charged ?? now).getTime(), now.getTime())));
}

interface TimelineEntry {
  kind: OrderEventKind;
  message: string;
}

const exportEvent: TimelineEntry = {
  kind: "export_evidence",
  message: "Sold at 0% as an export: keep proof that the goods left the United Kingdom, within three months",
};

function softOptInEvents({ softOptIn }: CheckoutDetails): TimelineEntry[] {
  if (softOptIn === undefined) return [];
  const said = softOptIn ? "did not refuse (soft opt-in)" : "refused";
  return [{ kind: "soft_opt_in", message: `Was told of emails about similar products, and ${said}` }];
}

function eventsOf(
  transactionId: string,
  short: string[],
  deliveryToBeAgreed: boolean,
  express: boolean,
): TimelineEntry[] {
  const events: TimelineEntry[] = [{ kind: "paid", message: `Order placed and paid (${transactionId})` }];
  if (short.length > 0) {
    events.push({
      kind: "backorder",
      message: `Paid after the stock was gone: ${short.join(", ")}. Agree a later delivery or refund.`.slice(
        0,
        500,
      ),
    });
  }
  if (express) {
    events.push({ kind: "express_delivery", message: "Express delivery was chosen: send this one first" });
  }
  if (deliveryToBeAgreed) {
    events.push({
      kind: "delivery_to_be_agreed",
      message: "Outside the UK: delivery is to be agreed with the customer",
    });
  }
  return events;
}

/** Items added to the cart during the payment stay there. */
async function subtractFromCart(
  em: EntityManager,
  checkout: Checkout,
  snapshot: PricedSnapshot,
): Promise<void> {
  if (!checkout.cart) return;
  const bought = JSON.stringify(
    snapshot.lines.map(({ productId, quantity }) => ({ id: productId, quantity })),
  );
  const lines = "jsonb_to_recordset(?::jsonb) as bought(id int, quantity int)";
  const same = "line.cart_id = ? and line.product_id = bought.id";
  await em.execute(
    `delete from cart_line line using ${lines} where ${same} and line.quantity <= bought.quantity`,
    [bought, checkout.cart.id],
  );
  await em.execute(
    `update cart_line line set quantity = line.quantity - bought.quantity from ${lines}
      where ${same} and line.quantity > bought.quantity`,
    [bought, checkout.cart.id],
  );
}
