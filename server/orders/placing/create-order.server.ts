import type { EntityManager } from "@mikro-orm/postgresql";
import { type Checkout, Order } from "#db/entities/index.ts";
import { keepPaidPlace } from "#server/checkout/hold-collection.server.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { idRow, rawRow } from "#server/core/typed-sql.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { chooseInvoiceNumber, promisedNumber } from "../invoices/invoice-numbers.server.ts";
import { findAccountForOrder } from "./find-account-for-order.server.ts";
import { orderRowsOf } from "./order-rows.server.ts";
import { allotStock } from "./sell-stock.server.ts";
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
  const { orderId } = await writeOrder(em, seen, rows);
  return em.findOneOrFail(Order, orderId);
}
