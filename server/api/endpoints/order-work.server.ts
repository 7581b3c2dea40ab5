import { createHash, randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { defineEndpoint, idParams, reply } from "#server/api/endpoint.ts";
import { orderSchema, restOrder } from "#server/api/rest-shapes.ts";
import { workedOrderExample } from "#server/api/shape-examples.ts";
import { canonicalJson, idempotencyKeyIn } from "#server/commands/idempotent-requests.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { requiredText } from "#server/core/fields.ts";
import { cancelOrder } from "#server/orders/change-status.server.ts";
import { handOverOrder } from "#server/orders/hand-over.server.ts";
import { collectionCode } from "#server/orders/order-commands.ts";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import { returnGoods } from "#server/orders/returns.server.ts";
import { findStaffOrder, type StaffOrder, type UnitsView } from "#server/orders/staff-order-view.server.ts";
import { type Pence, penceToPounds } from "#server/pricing/money.ts";

const units = z.int().min(0);
const money = z.number().meta({ description: "In `currency`, at most two decimals." });
const typedMoney = z
  .number()
  .positive()
  .max(20_000_000)
  .multipleOf(0.01)
  .meta({ description: "In the order's currency, at most two decimals." });

const workedOrderSchema = z
  .strictObject({
    ...orderSchema.shape,
    paid: money,
    refunded: money,
    toPay: money.meta({
      description: "What is still to be paid; less by what was credited before anybody paid.",
    }),
    lines: z.array(
      z.strictObject({
        lineId: z.int(),
        productId: z.int(),
        productName: z.string(),
        quantity: units.meta({ description: "Units sold." }),
        cancelled: units.meta({ description: "Not sent, and not to be sent any more." }),
        left: units.meta({ description: "Sent, collected or handed over." }),
        cameBack: units,
        credited: units.meta({ description: "Units whose price was credited." }),
        creditedAmount: money,
        toSend: units,
      }),
    ),
  })
  .openapi("OrderAtWork", { examples: [workedOrderExample] });

const ofOrder = idParams("The order's id.", 41);
const answersOrder = (description: string) => ({ description, schema: workedOrderSchema });
const reasonField = requiredText(300).meta({ description: "The customer reads it." });
const namedUnits = z
  .array(
    z.strictObject({
      productId: z.int().min(1),
      quantity: z.int().min(1).max(9999),
      backIntoStock: z.boolean().default(false),
    }),
  )
  .min(1)
  .max(200);

const getOrder = defineEndpoint({
  method: "GET",
  path: "/api/admin/orders/{id}",
  summary: "An order with what happened to each unit, and what was paid",
  reads: findStaffOrder,
  params: ofOrder,
  responses: { 200: answersOrder("The order") },
  errorCodes: ["not_found"],
  answer: async ({ context, params: { id } }) => reply(200, await workedOrder(context, id)),
});

const postRefund = defineEndpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/refunds",
  summary: "Refunds units, delivery or an amount; credits them where nobody has paid yet",
  command: refundOrder,
  alsoNeeds: findStaffOrder.permissions,
  repeating: "after-effect",
  params: ofOrder,
  body: z
    .strictObject({
      lines: namedUnits.optional().meta({ description: "Units whose price goes back." }),
      delivery: typedMoney.optional(),
      amount: typedMoney.optional().meta({
        description:
          "The whole refund; what the units and the delivery come to where it is missing. What exceeds these is spread over all that is left.",
      }),
      reason: reasonField,
    })
    .refine(({ lines, delivery, amount }) => lines || delivery || amount, "Name units, delivery or an amount")
    .meta({
      examples: [
        { lines: [{ productId: 1, quantity: 1, backIntoStock: true }], reason: "It arrived damaged" },
      ],
    }),
  responses: { 201: answersOrder("The order after the refund") },
  errorCodes: ["not_found", "conflict", "payment_failed", "unavailable"],
  answer: async ({ context, request, params: { id }, body }) => {
    const { lines = [], delivery, amount, reason } = body;
    const order = await findStaffOrder(context, id);
    const refund = refundOrder(context, {
      orderId: id,
      key: keyOf(context, request, [id, body]),
      seenRefunded: order.refunded + order.creditedUnpaid,
      ...(amount === undefined ? {} : { amount: penceOf(amount) }),
      ...(delivery === undefined ? {} : { deliveryAmount: penceOf(delivery) }),
      reason,
      units: onLines(lines, order, ({ quantity, creditedQuantity }) => quantity - creditedQuantity),
    });
    await refund.catch(nameFieldsOfBody);
    return reply(201, await workedOrder(context, id));
  },
});

const postCancel = defineEndpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/cancel",
  summary: "Cancels what of an order has not left, and mails the customer",
  command: cancelOrder,
  alsoNeeds: findStaffOrder.permissions,
  repeating: "with-effect",
  params: ofOrder,
  body: z
    .strictObject({ reason: reasonField, backIntoStock: z.boolean().default(false) })
    .meta({ examples: [{ reason: "Ordered twice", backIntoStock: true }] }),
  responses: { 201: answersOrder("The order after it") },
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id }, body: { reason, backIntoStock } }) => {
    const { status } = await findStaffOrder(context, id);
    await cancelOrder(context, { orderId: id, from: status, note: reason, restock: backIntoStock });
    return reply(201, await workedOrder(context, id));
  },
});

const postReturn = defineEndpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/returns",
  summary: "Notes that goods of an order came back; their money is refunded by itself",
  command: returnGoods,
  alsoNeeds: findStaffOrder.permissions,
  repeating: "with-effect",
  params: ofOrder,
  body: z
    .strictObject({ lines: namedUnits })
    .meta({ examples: [{ lines: [{ productId: 1, quantity: 1, backIntoStock: true }] }] }),
  responses: { 201: answersOrder("The order after it") },
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id }, body: { lines } }) => {
    const order = await findStaffOrder(context, id);
    const goodsBack = returnGoods(context, {
      ...{ orderId: id, note: "" },
      units: onLines(lines, order, ({ left, returned }) => left - returned),
    });
    await goodsBack.catch(nameFieldsOfBody);
    return reply(201, await workedOrder(context, id));
  },
});

const postHandOver = defineEndpoint({
  method: "POST",
  path: "/api/admin/orders/{id}/hand-over",
  summary: "Hands over all that is left of an order, over the counter or to whoever collects it",
  command: handOverOrder,
  alsoNeeds: findStaffOrder.permissions,
  repeating: "with-effect",
  params: ofOrder,
  body: z
    .strictObject({
      collectionCode: collectionCode.optional().meta({
        description: "Of an order that is collected: what its customer names.",
      }),
    })
    .meta({ examples: [{}] }),
  responses: { 201: answersOrder("The order after it") },
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id }, body: { collectionCode } }) => {
    const { status } = await findStaffOrder(context, id);
    await handOverOrder(context, {
      ...{ orderId: id, from: status, note: "" },
      ...(collectionCode === undefined ? {} : { collectionCode }),
    });
    return reply(201, await workedOrder(context, id));
  },
});

async function workedOrder(context: Context, id: number): Promise<z.input<typeof workedOrderSchema>> {
  const order = await findStaffOrder(context, id);
  return {
    ...restOrder(order),
    paid: penceToPounds(order.captured),
    refunded: penceToPounds(order.refunded),
    toPay: penceToPounds(order.toPay),
    lines: order.units.map((line) => ({
      lineId: line.lineId,
      productId: line.productId,
      productName: line.productName,
      quantity: line.quantity,
      cancelled: line.cancelled,
      left: line.left,
      cameBack: line.returned,
      credited: line.creditedQuantity,
      creditedAmount: penceToPounds(line.creditedAmount),
      toSend: line.toSend,
    })),
  };
}

/** The fields of a body by the names that the commands have for them, which are those of the staff's forms. */
const fieldsOfBody: Record<string, string> = { units: "lines", deliveryAmount: "delivery" };

/** Throws a refusal of a command again, with its fields named as in the body that the script sent. */
function nameFieldsOfBody(error: unknown): never {
  if (!(error instanceof ShopError) || !error.fields) throw error;
  const named = Object.entries(error.fields).map(([name, messages]) => [
    fieldsOfBody[name] ?? name,
    messages,
  ]);
  throw new ShopError(error.code, error.message, { ...error, fields: Object.fromEntries(named) });
}

function penceOf(pounds: number): Pence {
  return Math.round(pounds * 100);
}

/**
 * Repeated by its caller under one Idempotency-Key, what is wanted is one refund, also where the shop died before it
 * answered.
 */
function keyOf({ actor }: Context, request: Request, wanted: unknown[]): string {
  const named = idempotencyKeyIn(request.headers);
  if (named === null) return randomUUID();
  const caller = "id" in actor ? [actor.kind, actor.id] : [actor.kind];
  const hash = createHash("sha256")
    .update(canonicalJson([named, caller, wanted]))
    .digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/**
 * Puts units of products on the lines of an order, which may have a product on several; what exceeds them stays on the
 * last, where it is refused. @throws ShopError `validation_failed` for a product that is not in the order
 */
function onLines(
  products: z.output<typeof namedUnits>,
  { units: lines }: StaffOrder,
  open: (line: UnitsView) => number,
) {
  const placed = new Map<number, number>();
  return products.flatMap(({ productId, quantity, backIntoStock }) => {
    const meant = lines.filter((line) => line.productId === productId);
    if (meant.length === 0) {
      const message = "This is not in the order.";
      throw new ShopError("validation_failed", message, { fields: { lines: [message] } });
    }
    let rest = quantity;
    return meant.flatMap((line, index) => {
      const free = Math.max(0, open(line) - (placed.get(line.lineId) ?? 0));
      const taken = index === meant.length - 1 ? rest : Math.min(rest, free);
      if (taken === 0) return [];
      rest -= taken;
      placed.set(line.lineId, (placed.get(line.lineId) ?? 0) + taken);
      return [{ lineId: line.lineId, quantity: taken, isBackToStock: backIntoStock }];
    });
  });
}

/** What becomes of an order after its sale. */
export const orderWorkEndpoints = [getOrder, postRefund, postCancel, postReturn, postHandOver];
