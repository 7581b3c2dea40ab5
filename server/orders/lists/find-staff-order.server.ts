import { randomUUID } from "node:crypto";
import {
  Dispute,
  Order,
  OrderEvent,
  OrderLine,
  Payment,
  PaymentWarning,
  Refund,
  Withdrawal,
} from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { actorMay } from "#server/access/roles.ts";
import type { PostalAddress } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { notesOfOrder, notesOfPerson } from "#server/notes/staff-notes.server.ts";
import { isProviderId, paymentPageOf } from "#server/payments/provider-list.ts";
import { disputeReason } from "#server/payments/providers.server.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { listParcels } from "../parcels/find-parcels.server.ts";
import { lostOf, refundedOf } from "../refunds/refund-rules.ts";
import { isHeld } from "../status/refuse-to-send.server.ts";
import { owedForUnits, toSend } from "../units/line-units.ts";
import { linesOfOrder } from "../units/move-units.server.ts";
import { withdrawalsOf, withdrawalsToPack } from "../withdrawals/find-withdrawals.server.ts";
import { refundAfterCancellation } from "../withdrawals/withdrawal-periods.ts";
import { findAnyOrder, findPackingOrder } from "./find-orders.server.ts";
import { textFor } from "./order-timeline.ts";
import { correctionNotesOf } from "./shopper-order.server.ts";
import type { DisputeView, PackingDetails, RefundView, StaffOrder, UnitsView } from "./staff-order-view.ts";

/**
 * One order as far as whoever asks may see it: all of it, or without money.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export const openOrder = read(
  "orders.view",
  (context: Context, id: number): Promise<StaffOrder | PackingDetails> =>
    actorMay(context.actor, "orders.viewMoney")
      ? findStaffOrder(context, id)
      : findPackingDetails(context, id),
);

/** One order with what it takes to send it. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
async function findPackingDetails(context: Context, id: number): Promise<PackingDetails> {
  const view = await findPackingOrder(context, id);
  const em = context.em.fork();
  // Read without what it cost.
  const order = await em.findOneOrFail(Order, id, {
    fields: [
      ...(["carrier", "trackingNumber", "dispatchedAt", "readyAt"] as const),
      ...(["isBackorder", "deliveryToBeAgreed", "isExport"] as const),
    ],
  });
  const timeline = (await eventsOf(em, id)).flatMap((event) => {
    const message = textFor("packer", event);
    return message === null ? [] : [{ ...eventViewOf(event), message }];
  });
  const lines = await em.find(
    OrderLine,
    { order: id },
    {
      fields: ["productName", "quantity", "cancelledQuantity", "leftQuantity"],
      orderBy: { id: "asc" },
    },
  );
  const withdrawals = await withdrawalsToPack(em, id);
  return { ...view, ...dispatchOf(order), ...(await parcelsOf(em, order, lines)), withdrawals, timeline };
}

/** One order with its timeline, payment and refunds. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findStaffOrder = read(
  ["orders.view", "orders.viewMoney"],
  async (context: Context, id: number): Promise<StaffOrder> => {
    const view = await findAnyOrder(context, id);
    const em = context.em.fork();
    const order = await em.findOneOrFail(Order, id);
    const lines = await linesOfOrder(em, id);
    const events = await eventsOf(em, id);
    const { payment, captured, refunds, disputes, kept, owed } = await findMoneyOf(em, order, lines);
    const warnings = payment
      ? await em.find(PaymentWarning, { payment: payment.id }, { orderBy: { id: "asc" } })
      : [];
    const cancellation = owed > 0 ? events.findLast(({ kind }) => kind === "cancelled") : undefined;
    return {
      ...view,
      ...dispatchOf(order),
      ...(await parcelsOf(em, order, lines)),
      withdrawals: await withdrawalsOf(em, order, kept),
      paidAt: order.paidAt?.toISOString() ?? null,
      payment: payment && {
        id: payment.providerPaymentId,
        page: paymentPageOf(payment.provider, payment.providerPaymentId, readEnvironment()),
      },
      addresses: { billing: inOneLine(order.billingAddress), delivery: inOneLine(order.shippingAddress) },
      isCounterOrder: isStaffPaymentMethod(order.paymentMethod),
      agreedPrices: lines.flatMap(({ productName, listPrice, unitPrice, priceSetBy }) =>
        typeof listPrice === "number"
          ? { productName, listPrice, price: unitPrice, by: priceSetBy ?? null }
          : [],
      ),
      captured,
      refunded: refundedOf(refunds),
      toPay: order.paidAt || payment || order.status === "cancelled" ? 0 : dueOf(order),
      owed,
      creditedUnpaid: order.creditedUnpaid,
      refundable:
        order.paidAt || payment ? kept : isStaffPaymentMethod(order.paymentMethod) ? dueOf(order) : 0,
      isHeld: await isHeld(em, id),
      unnamedRefunds: await unnamedRefunds(em, refunds),
      refundDueBy: cancellation ? refundAfterCancellation(cancellation.createdAt) : null,
      refunds: refunds.map(viewOf),
      notes: await correctionNotesOf(context, id),
      lost: lostOf(disputes),
      disputes: disputes.map((dispute) => disputeViewOf(dispute, order.currency)),
      warnings: warnings.map(({ id, kind, providerWarningId, isOpen }) => ({
        id,
        kind,
        providerWarningId,
        isOpen,
      })),
      staffNotes: await notesOfOrder(context, id),
      customerNotes: await notesOfPerson(context, {
        customerId: view.customerId,
        email: view.customerEmail,
      }),
      noteKey: randomUUID(),
      refundKey: randomUUID(),
      units: lines.map(unitsViewOf),
      creditedDelivery: order.creditedDelivery,
      timeline: events.map(eventViewOf),
    };
  },
);

function inOneLine({ name, address, city, postcode, country }: PostalAddress): string {
  return [name, address, city, postcode, country].filter(Boolean).join(", ");
}

function dispatchOf(
  order: Pick<
    Order,
    | "carrier"
    | "trackingNumber"
    | "dispatchedAt"
    | "readyAt"
    | "isBackorder"
    | "deliveryToBeAgreed"
    | "isExport"
  >,
) {
  const { isBackorder, deliveryToBeAgreed, isExport } = order;
  return {
    carrier: order.carrier ?? null,
    trackingNumber: order.trackingNumber ?? null,
    dispatchedAt: order.dispatchedAt?.toISOString() ?? null,
    readyAt: order.readyAt?.toISOString() ?? null,
    isBackorder,
    deliveryToBeAgreed,
    isExport,
  };
}

async function parcelsOf(
  em: Context["em"],
  order: Pick<Order, "id" | "dispatchedAt">,
  lines: readonly Pick<OrderLine, "id" | "productName" | "quantity" | "cancelledQuantity" | "leftQuantity">[],
) {
  return {
    parcels: await listParcels(em, order.id),
    toSend: lines.map((line) => ({
      lineId: line.id,
      productName: line.productName,
      quantity: toSend(line),
    })),
  };
}

function eventsOf(em: Context["em"], order: number): Promise<OrderEvent[]> {
  return em.find(OrderEvent, { order }, { orderBy: { createdAt: "asc", id: "asc" } });
}

function eventViewOf({ id, message, actorName, createdAt }: OrderEvent) {
  return { id, message, actorName: actorName ?? null, createdAt: createdAt.toISOString() };
}

/** The payment that bought an order; none for an order that was paid without a provider. */
export async function findPaymentOf(
  em: Context["em"],
  order: Pick<Order, "paymentMethod" | "transactionId">,
): Promise<Payment | null> {
  const { paymentMethod, transactionId } = order;
  if (!isProviderId(paymentMethod) || !transactionId) return null;
  return em.findOne(Payment, { provider: paymentMethod, providerPaymentId: transactionId });
}

/** What an order comes to, without what was credited before anybody paid. */
export function dueOf({ totalAmount, creditedUnpaid }: Pick<Order, "totalAmount" | "creditedUnpaid">): Pence {
  return totalAmount - creditedUnpaid;
}

/**
 * What came for an order, what went back, what of it the shop still has, and what of that it owes: all of a cancelled
 * order, else the price of what was cancelled or came back.
 */
export async function findMoneyOf(em: Context["em"], order: Order, lines: readonly OrderLine[]) {
  const payment = await findPaymentOf(em, order);
  const isCounterOrder = isStaffPaymentMethod(order.paymentMethod);
  const givenBack = payment ? { payment: payment.id } : isCounterOrder ? { order: order.id } : null;
  const refunds = givenBack ? await em.find(Refund, givenBack, { orderBy: { id: "asc" } }) : [];
  const disputes = payment ? await em.find(Dispute, { payment: payment.id }, { orderBy: { id: "asc" } }) : [];
  const captured = payment?.amountReceived ?? (isCounterOrder && order.paidAt ? dueOf(order) : 0);
  const kept = Math.max(0, captured - refundedOf(refunds) - lostOf(disputes));
  const owed = order.status === "cancelled" ? kept : Math.min(kept, owedForUnits(lines));
  return { payment, captured, refunds, disputes, kept, owed };
}

/** Refunds made at the provider of which nobody has said what they are for. */
async function unnamedRefunds(em: Context["em"], refunds: readonly Refund[]) {
  const made = refunds.filter(({ source, status }) => source === "provider" && status !== "failed");
  const named = await em.find(Withdrawal, { refund: { $in: made.map(({ id }) => id) } });
  return made
    .filter(({ id }) => !named.some(({ refund }) => refund?.id === id))
    .map(({ id, amount, createdAt }) => ({ id, amount, createdAt: createdAt.toISOString() }));
}

function unitsViewOf(line: OrderLine): UnitsView {
  const { id, product, productName, quantity, unitPrice, lineTotal } = line;
  return {
    ...{ lineId: id, productId: product.id, productName, quantity, unitPrice, lineTotal },
    cancelled: line.cancelledQuantity,
    left: line.leftQuantity,
    returned: line.returnedQuantity,
    creditedQuantity: line.creditedQuantity,
    creditedAmount: line.creditedAmount,
    toSend: toSend(line),
  };
}

function viewOf(refund: Refund): RefundView {
  return {
    id: refund.id,
    amount: refund.amount,
    reason: refund.reason,
    source: refund.source,
    status: refund.status,
    failureMessage: refund.failureMessage ?? null,
    createdAt: refund.createdAt.toISOString(),
  };
}

function disputeViewOf(dispute: Dispute, currency: CurrencyCode): DisputeView {
  const { id, providerDisputeId, amount, amountLost, reason, status, evidenceDueAt, openedAt } = dispute;
  return {
    id,
    providerDisputeId,
    amount,
    currency,
    amountLost,
    reason: disputeReason(reason),
    status,
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
  };
}
