import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, OrderLine } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { holdsBiochar } from "#server/batches/batches-of-lines.server.ts";
import { isCollected, withoutSplit } from "#server/checkout/delivery-choice.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { yardOf } from "#server/settings/opening-times.ts";
import { isStaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { confirmationOf, readConfirmationToken } from "./confirmation.server.ts";
import { addOrderEvent, recordOrderChange } from "./move-order.server.ts";
import { paymentLabels, totalsOfOrder } from "./order.ts";
import { orderCommands } from "./order-commands.ts";
import { sinceOrdered } from "./own-orders.server.ts";

/** An order on the page after its payment. */
export type OrderConfirmationView = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>;

interface Visitor {
  cartId: string | null;
  /** `?t=` of a link in our mails. */
  token: string | null;
}

/**
 * The order to show after a payment (docs/rules.md#orders-4): the one in a signed link, else the newest that the
 * browser's own cart bought, else the newest of the signed-in customer. Undefined for everybody else.
 */
export async function findConfirmation(context: Context, { cartId, token }: Visitor) {
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
    /** To be collected: from where, and once it is ready, with which code. */
    collection: isCollected({ option: order.delivery?.id ?? "" })
      ? { from: yardOf(context.settings), code: order.collectionCode ?? null }
      : null,
    deliveryToBeAgreed: order.deliveryToBeAgreed,
    isBackorder: order.isBackorder,
    status: order.status,
    /** Once nothing is left to be sent; the timeline tells of each parcel. */
    dispatched:
      order.dispatchedAt && order.carrier && order.trackingNumber
        ? { carrier: order.carrier, trackingNumber: order.trackingNumber }
        : null,
    asksForUse: await holdsBiochar(
      em,
      lines.map(({ product }) => product.id),
    ),
    ...(await sinceOrdered(context, order)),
  };
}

/** Whether this is one of our expired links; the page can send a new one. */
export async function isExpiredLink(context: Context, token: string | null): Promise<boolean> {
  const link = token && (await readConfirmationToken(context.em.fork(), token, context.clock.now()));
  return link ? link.expired : false;
}

/**
 * Sends an order's confirmation again to the address on the order, for staff. @returns the address @throws ShopError
 * `not_found`, `rate_limited`
 */
export const resendConfirmation = command(
  orderCommands.resendConfirmation,
  async (context, { orderId }): Promise<{ recipient: string }> => {
    return { recipient: await sendAgain(context, { id: orderId }, { byStaff: true }) };
  },
);

/**
 * The same for those who may see the order after paying, by signed link or by the cart that bought it. @throws
 * ShopError `not_found` for everybody else, `rate_limited`
 */
export async function resendOwnConfirmation(
  context: Context,
  visitor: { cartId: string | null; token: string | null },
): Promise<string> {
  const { token } = visitor;
  // An expired link shows nothing, but can request a new one to the order's own address.
  const link = token && (await readConfirmationToken(context.em.fork(), token, context.clock.now()));
  const confirmation = link || (await findConfirmation(context, visitor));
  if (!confirmation) throw new ShopError("not_found", "Order not found");
  return sendAgain(context, { invoiceNumber: confirmation.invoiceNumber }, { byStaff: false });
}

async function sendAgain(
  context: Context,
  which: { id: number } | { invoiceNumber: string },
  { byStaff }: { byStaff: boolean },
): Promise<string> {
  const order = await context.em.fork().findOne(Order, which);
  if (!order) throw new ShopError("not_found", "Order not found");
  await countAgainstLimit(context, "resend-confirmation", order.invoiceNumber);
  await inTransaction(context.em, async (em) => {
    const confirmation = await confirmationAgain(em, context, order);
    await queueEmail(em, context, { ...confirmation, key: `${confirmation.key}:${randomUUID()}` });
    addOrderEvent(em, context, {
      order: order.id,
      kind: "confirmation_resent",
      message: "Confirmation sent again by email",
    });
    if (!byStaff) return;
    await recordOrderChange(em, context, order, {
      action: "confirmation sent again",
      after: { confirmation: "sent again" },
    });
  });
  return order.customerEmail;
}

/** The confirmation from the order's own rows. */
async function confirmationAgain(em: EntityManager, context: Context, order: Order) {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const { invoiceNumber, createdAt, delivery, deliveryToBeAgreed, isBackorder, currency } = order;
  return confirmationOf(em, context, {
    ...{ invoiceNumber, delivery, deliveryToBeAgreed, isBackorder },
    details: order,
    snapshot: {
      ...{ ...totalsOfOrder(order), currency },
      lines: lines.map(({ product, productName, quantity, unitPrice, perMeasure, vatRate }) => ({
        ...{ productId: product.id, productName, quantity, unitPrice, vatRate },
        ...(perMeasure ? { perMeasure } : {}),
      })),
    },
    orderedAt: createdAt,
    account: { setPassword: null },
    isGuest: false,
    ...counterOf(order),
  });
}

function counterOf({ paymentMethod, paidAt }: Order) {
  if (!isStaffPaymentMethod(paymentMethod)) return {};
  return { counter: { toBePaid: paidAt ? null : paymentLabels[paymentMethod] } };
}
