import { randomUUID } from "node:crypto";
import { Order, type OrderLine, Payment, Withdrawal } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { PostalAddress } from "#server/checkout/checkout.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { actorMay } from "#server/core/roles.ts";
import { isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { notesOfOrder, notesOfPerson } from "#server/customers/staff-notes.server.ts";
import { isProviderId, paymentPageOf } from "#server/payments/provider-list.ts";
import { disputeReason } from "#server/payments/providers.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { isHeld } from "./disputes.server.ts";
import { owedForUnits, toSend } from "./line-units.ts";
import { linesOfOrder } from "./move-order.server.ts";
import { textFor } from "./order.ts";
import { findAnyOrder, findPackingOrder, only, orderOf } from "./order-views.server.ts";
import { correctionNotesOf, eventsOf } from "./own-orders.server.ts";
import { listParcels } from "./parcels.server.ts";
import { lostOf, refundedOf } from "./refund-rules.ts";
import { cancelByOf, refundAfterCancellation } from "./withdrawal-texts.ts";
import { withdrawalsOf, withdrawalsToPack } from "./withdrawals.server.ts";

/** An order with all that it takes to send it. */
export type PackingDetails = Awaited<ReturnType<typeof findPackingDetails>>;

/** An order with all that staff decide by: what happened to it, how it went out, what was and can be refunded. */
export type StaffOrder = Awaited<ReturnType<typeof findStaffOrder>>;

export type RefundView = StaffOrder["refunds"][number];
export type DisputeView = StaffOrder["disputes"][number];
/** A line of an order with what happened to its units. */
export type UnitsView = StaffOrder["units"][number];

/** One order as far as anyone who asks may see it: all of it, or without money. @throws ShopError `not_found` */
export const openOrder = read(
  "orders.view",
  (context: Context, id: number): Promise<StaffOrder | PackingDetails> =>
    actorMay(context.actor, "orders.viewMoney")
      ? findStaffOrder(context, id)
      : findPackingDetails(context, id),
);

/** One order with what it takes to send it, read without what it cost. @throws as `openOrder` */
async function findPackingDetails(context: Context, id: number) {
  const order = await findPackingOrder(context, id);
  const { em } = context;
  const lines = await typedSql(em)
    .selectFrom("order_line")
    .where("order_id", "=", id)
    .orderBy("id")
    .select([
      "id",
      "product_name as productName",
      "quantity",
      "cancelled_quantity as cancelledQuantity",
      "left_quantity as leftQuantity",
    ])
    .execute();
  const events = await eventsOf(em, id);
  return {
    ...order,
    ...(await dispatchOf(context, id, lines)),
    /** What its customer cancelled of it, the newest first. */
    withdrawals: await withdrawalsToPack(em.fork(), id),
    timeline: events.flatMap(({ kind, ...event }) => {
      const message = textFor("packer", { kind, message: event.message });
      return message === null ? [] : [{ ...event, message }];
    }),
  };
}

/** One order with its timeline, payment and refunds. @throws ShopError `not_found` */
export const findStaffOrder = read(
  ["orders.view", "orders.viewMoney"],
  async (context: Context, id: number) => {
    const view = await findAnyOrder(context, id);
    const em = context.em.fork();
    const order = await em.findOneOrFail(Order, id);
    const lines = await linesOfOrder(em, id);
    const events = await eventsOf(em, id);
    const { payment, captured, refunds, disputes, netReceived, owed } = await findMoneyOf(em, order, lines);
    const cancellation = owed > 0 ? events.findLast(({ kind }) => kind === "cancelled") : undefined;
    const isOfStaff = isStaffPaymentMethod(order.paymentMethod);
    const isPaid = Boolean(order.paidAt || payment);
    return {
      ...view,
      ...(await dispatchOf(context, id, lines)),
      /** Once it went out: until when it can be cancelled at least. */
      cancelBy: cancelByOf(order),
      /** Each with the refund that follows from it. */
      withdrawals: await withdrawalsOf(em, order, { lines, refundable: netReceived }),
      paidAt: order.paidAt?.toISOString() ?? null,
      /** The provider's payment that bought it, and its page there; null where none is known here. */
      payment: payment && {
        id: payment.providerPaymentId,
        page: paymentPageOf(payment.provider, payment.providerPaymentId, readEnvironment()),
      },
      /** Who pays, and where it goes, each in one line. */
      addresses: { billing: inOneLine(order.billingAddress), delivery: inOneLine(order.shippingAddress) },
      /** Staff took it: its money comes and goes by hand. */
      isCounterOrder: isOfStaff,
      /** Units that staff sold at another price than the shop's. */
      agreedPrices: lines.flatMap(({ productName, listPrice, unitPrice, priceSetBy }) =>
        typeof listPrice === "number"
          ? { productName, listPrice, price: unitPrice, by: priceSetBy ?? null }
          : [],
      ),
      captured,
      refunded: refundedOf(refunds),
      toPay: isPaid || order.status === "cancelled" ? 0 : dueOf(order),
      owed,
      /** Credited before anybody paid: no money went back for it. */
      creditedUnpaid: order.creditedUnpaid,
      /** What of it can still be refunded, or credited where nobody has paid yet. */
      refundable: isPaid ? netReceived : isOfStaff ? dueOf(order) : 0,
      /** Its money went back: it is not sent until somebody releases it. */
      isHeld: await isHeld(em, id),
      unnamedRefunds: await unnamedRefunds(em, refunds),
      /** Until when the money of a cancelled order has to go back; null where none has to. */
      refundDueBy: cancellation ? refundAfterCancellation(new Date(cancellation.createdAt)) : null,
      refunds,
      notes: await correctionNotesOf(context, id),
      lost: lostOf(disputes),
      disputes: disputes.map((dispute) => ({
        ...dispute,
        reason: disputeReason(dispute.reason),
        currency: order.currency,
      })),
      warnings: payment ? await warningsOf(em, payment.id) : [],
      staffNotes: await notesOfOrder(context, id),
      /** The same about whose order it is. */
      customerNotes: await notesOfPerson(context, { customerId: view.customerId, email: view.customerEmail }),
      /** For the next note's form and the next refund's: sent twice, each is one. */
      noteKey: randomUUID(),
      refundKey: randomUUID(),
      units: lines.map((line) => ({
        lineId: line.id,
        productId: line.product.id,
        productName: line.productName,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        lineTotal: line.lineTotal,
        cancelled: line.cancelledQuantity,
        left: line.leftQuantity,
        returned: line.returnedQuantity,
        creditedQuantity: line.creditedQuantity,
        creditedAmount: line.creditedAmount,
        toSend: toSend(line),
      })),
      creditedDelivery: order.creditedDelivery,
      timeline: events,
    };
  },
);

function inOneLine({ name, address, city, postcode, country }: PostalAddress): string {
  return [name, address, city, postcode, country].filter(Boolean).join(", ");
}

/** How it went out, and what is still to be sent. */
async function dispatchOf(
  { em }: Context,
  id: number,
  lines: readonly (Parameters<typeof toSend>[0] & Pick<OrderLine, "id" | "productName">)[],
) {
  const dispatch = await only(
    orderOf({ em }, id)
      .select((o) => [
        "o.carrier",
        "o.tracking_number as trackingNumber",
        isoTime(o.ref("o.ready_at")).as("readyAt"),
        "o.is_backorder as isBackorder",
        "o.is_export as isExport",
      ])
      .execute(),
  );
  return {
    ...dispatch,
    /** None of an order that went out before parcels were counted. */
    parcels: await listParcels(em, id),
    /** By line, the units that are still to be sent. */
    toSend: lines.map((line) => ({
      lineId: line.id,
      productName: line.productName,
      quantity: toSend(line),
    })),
  };
}

function warningsOf(em: Context["em"], payment: number) {
  return typedSql(em)
    .selectFrom("payment_warning")
    .where("payment_id", "=", payment)
    .orderBy("id")
    .select(["id", "kind", "provider_warning_id as providerWarningId", "is_open as isOpen"])
    .execute();
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
  const isOfStaff = isStaffPaymentMethod(order.paymentMethod);
  const refunds = payment
    ? await refundsOf(em).where("payment_id", "=", payment.id).execute()
    : isOfStaff
      ? await refundsOf(em).where("order_id", "=", order.id).execute()
      : [];
  const disputes = payment ? await disputesOf(em, payment.id) : [];
  const captured = payment?.amountReceived ?? (isOfStaff && order.paidAt ? dueOf(order) : 0);
  const netReceived = Math.max(0, captured - refundedOf(refunds) - lostOf(disputes));
  const owed = order.status === "cancelled" ? netReceived : Math.min(netReceived, owedForUnits(lines));
  return { payment, captured, refunds, disputes, netReceived: netReceived, owed };
}

function refundsOf(em: Context["em"]) {
  return typedSql(em)
    .selectFrom("refund")
    .orderBy("id")
    .select(({ ref }) => [
      "id",
      "amount",
      "reason",
      "source",
      "status",
      "failure_message as failureMessage",
      isoTime(ref("created_at")).as("createdAt"),
    ]);
}

function disputesOf(em: Context["em"], payment: number) {
  return typedSql(em)
    .selectFrom("dispute")
    .where("payment_id", "=", payment)
    .orderBy("id")
    .select(({ ref }) => [
      "id",
      "provider_dispute_id as providerDisputeId",
      "amount",
      "amount_lost as amountLost",
      "reason",
      "status",
      isoTime(ref("evidence_due_at")).as("evidenceDueAt"),
      isoTime(ref("opened_at")).as("openedAt"),
    ])
    .execute();
}

/** Refunds made at the provider of which nobody has said what they are for. */
async function unnamedRefunds(
  em: Context["em"],
  refunds: Awaited<ReturnType<typeof findMoneyOf>>["refunds"],
) {
  const made = refunds.filter(({ source, status }) => source === "provider" && status !== "failed");
  const named = await em.find(Withdrawal, { refund: { $in: made.map(({ id }) => id) } });
  return made
    .filter(({ id }) => !named.some(({ refund }) => refund?.id === id))
    .map(({ id, amount, createdAt }) => ({ id, amount, createdAt }));
}
