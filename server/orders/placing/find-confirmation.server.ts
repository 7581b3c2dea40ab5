import { Order, OrderLine } from "#db/entities/index.ts";
import { holdsBiochar } from "#server/batches/biochar-products.server.ts";
import { isCollected, type OrderDelivery, withoutSplit } from "#server/checkout/delivery-choice.ts";
import type { Context } from "#server/core/context.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import { yardOf } from "#server/settings/opening-times.ts";
import type { ShownTotals } from "#server/settings/tax-labels.ts";
import { totalsOfOrder } from "../lists/order-view.ts";
import {
  type CorrectionNoteView,
  correctionNotesOf,
  hasCarbonStatement,
  type OrderEventView,
  shopperTimeline,
} from "../lists/shopper-order.server.ts";
import type { OrderStatus } from "../status/order-status.ts";
import { cancelByOf } from "../withdrawals/withdrawal-periods.ts";
import { wordingOf } from "../withdrawals/withdrawal-wording.ts";
import type { WithdrawalWording } from "../withdrawals/withdrawal-words.ts";
import { readConfirmationToken } from "./confirm-order.server.ts";

export interface OrderConfirmationView {
  invoiceNumber: string;
  /** ISO date and time. */
  createdAt: string;
  customerName: string;
  customerEmail: string;
  customerAddress: string;
  lines: {
    productId: number;
    productName: string;
    quantity: number;
    lineTotal: Pence;
    /** What a measure of it cost; left out where nobody was told. */
    perMeasure?: PricePerMeasure;
  }[];
  totals: ShownTotals;
  currency: CurrencyCode;
  /** How it goes out as its buyer chose; null where there was no choice. */
  delivery: OrderDelivery | null;
  /** To be collected: from where, and once it is ready, with which code. */
  collection: { from: string; code: string | null } | null;
  deliveryToBeAgreed: boolean;
  isBackorder: boolean;
  status: OrderStatus;
  /** How it was dispatched, once nothing is left to be sent; the timeline tells of each parcel. */
  dispatched: { carrier: string; trackingNumber: string } | null;
  /** Until when it can be cancelled at least, as ISO date and time; null before all of it went out. */
  cancelBy: string | null;
  /** By whose law it is cancelled. */
  wording: WithdrawalWording;
  /** There is biochar in it, whose use its buyer may state. */
  asksForUse: boolean;
  hasCarbonStatement: boolean;
  timeline: OrderEventView[];
  notes: CorrectionNoteView[];
}

interface Visitor {
  cartId: string | null;
  /** `?t=` of a link in our mails. */
  token: string | null;
}

/**
 * The order to show after a payment (docs/rules.md#orders-4): the one in a signed link, else the newest that the
 * browser's own cart bought, else the newest of the signed-in customer. Undefined for everybody else.
 */
export async function findConfirmation(
  context: Context,
  { cartId, token }: Visitor,
): Promise<OrderConfirmationView | undefined> {
  const em = context.em.fork();
  const newest = { orderBy: { id: "desc" as const } };
  let order: Order | null = null;
  if (token) {
    const link = await readConfirmationToken(em, token, context.clock.now());
    if (link && !link.expired) order = await em.findOne(Order, { invoiceNumber: link.invoiceNumber });
  } else {
    if (cartId) order = await em.findOne(Order, { checkout: { cart: cartId } }, newest);
    if (!order && context.actor.kind === "user") {
      order = await em.findOne(Order, { customer: context.actor.id }, newest);
    }
  }
  if (!order) return undefined;
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  return {
    invoiceNumber: order.invoiceNumber,
    createdAt: order.createdAt.toISOString(),
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerAddress: order.customerAddress,
    lines: lines.map((line) => ({
      productId: line.product.id,
      productName: line.productName,
      quantity: line.quantity,
      lineTotal: line.lineTotal,
      ...(line.perMeasure ? { perMeasure: line.perMeasure } : {}),
    })),
    totals: totalsOfOrder(order),
    currency: order.currency,
    delivery: order.delivery ? withoutSplit(order.delivery) : null,
    collection: isCollected({ option: order.delivery?.id ?? "" })
      ? { from: yardOf(context.settings), code: order.collectionCode ?? null }
      : null,
    deliveryToBeAgreed: order.deliveryToBeAgreed,
    isBackorder: order.isBackorder,
    status: order.status,
    dispatched:
      order.dispatchedAt && order.carrier && order.trackingNumber
        ? { carrier: order.carrier, trackingNumber: order.trackingNumber }
        : null,
    cancelBy: cancelByOf(order),
    wording: wordingOf(order),
    asksForUse: await holdsBiochar(
      em,
      lines.map(({ product }) => product.id),
    ),
    hasCarbonStatement: await hasCarbonStatement(context, order.id),
    timeline: await shopperTimeline(context, order.id),
    notes: await correctionNotesOf(context, order.id),
  };
}

/** Whether this is one of our expired links; the page can send a new one. */
export async function isExpiredLink(context: Context, token: string | null): Promise<boolean> {
  const link = token && (await readConfirmationToken(context.em.fork(), token, context.clock.now()));
  return link ? link.expired : false;
}
