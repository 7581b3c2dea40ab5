import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { canonicalJson } from "#server/commands/idempotent-requests.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { findVisitedOrder } from "#server/orders/own-orders.server.ts";
import { submitWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { LONGEST_REASON, withdrawalStates } from "#server/orders/withdrawal-rules.ts";
import { listWithdrawals, type WithdrawalView } from "#server/orders/withdrawals.server.ts";
import { withdrawalExample } from "#server/rest/documentation/shape-examples.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";

const instant = z.iso.datetime();
const units = { productId: z.int().min(1), quantity: z.int().min(1).max(9999) };

const withdrawalSchema = z
  .strictObject({
    id: z.int(),
    submittedAt: instant.meta({ description: "When it reached the shop, ISO 8601 in UTC." }),
    lines: z.array(
      z.strictObject({
        ...units,
        productName: z.string(),
        mixedIntoSoil: z.boolean(),
        unsealed: z.boolean(),
      }),
    ),
    reason: z.string(),
    state: z.enum(withdrawalStates).meta({
      description: "Open until its money has gone back, or staff closed it without.",
    }),
    isLate: z
      .boolean()
      .meta({ description: "It came after the 14 days that the shop can count: staff decide." }),
    sendBackBy: instant
      .nullable()
      .meta({ description: "Until when the goods have to be sent back; null where none went out." }),
    goodsBackAt: instant.nullable().meta({ description: "When they, or proof of sending, were here." }),
    refundBy: instant.nullable().meta({
      description:
        "Until when the money has to go back; null while that waits for the goods, and once settled.",
    }),
  })
  .openapi("Withdrawal", { examples: [withdrawalExample] });

const ofOrder = z.strictObject({
  invoiceNumber: z
    .string()
    .max(20)
    .meta({
      description: "The order's number.",
      examples: ["INV-1772453100000"],
    }),
});
const withToken = z.strictObject({
  t: z
    .string()
    .max(200)
    .optional()
    .meta({
      description:
        "The token of a link in the order's mails. Not needed by the signed-in buyer and by staff who refund.",
      examples: ["INV-1772453100000.fnb.signature"],
    }),
});

const getWithdrawals = defineEndpoint({
  method: "GET",
  path: "/api/orders/{invoiceNumber}/withdrawals",
  summary: "What was cancelled of an order by its customer, the newest first",
  permission: "public",
  caching: "never",
  params: ofOrder,
  query: withToken,
  responses: { 200: { description: "Its withdrawals", schema: z.array(withdrawalSchema) } },
  refusals: ["not_found"],
  answer: async ({ context, request, params: { invoiceNumber }, query }) => {
    const visitor = { invoiceNumber, token: query.t ?? null, cartId: await cartIdFrom(context, request) };
    return reply(200, (await listWithdrawals(context, visitor)).map(restWithdrawal));
  },
});

const postWithdrawal = defineEndpoint({
  method: "POST",
  path: "/api/orders/{invoiceNumber}/withdrawals",
  summary: "Cancels an order or a part of it for its customer, and mails them; the same on one day is one",
  permission: "public",
  repeating: "with-effect",
  params: ofOrder,
  query: withToken,
  refuseStrangers: async (context, request, { invoiceNumber = "" }) => {
    const token = new URL(request.url).searchParams.get("t");
    const visitor = { invoiceNumber, token, cartId: await cartIdFrom(context, request) };
    if (!(await findVisitedOrder(context, visitor, "orders.refund"))) {
      throw new ShopError("not_found", "Order not found");
    }
  },
  body: z
    .strictObject({
      lines: z
        .array(
          z.strictObject({
            ...units,
            mixedIntoSoil: z.boolean().default(false),
            unsealed: z.boolean().default(false),
          }),
        )
        .max(200)
        .optional()
        .meta({ description: "What is not kept; everything that is left of the order where it is missing." }),
      reason: z
        .string()
        .trim()
        .max(LONGEST_REASON)
        .default("")
        .meta({ description: "Nobody has to give one." }),
    })
    .meta({ examples: [{ lines: [{ productId: 1, quantity: 1 }], reason: "Ordered twice" }] }),
  responses: {
    200: { description: "The withdrawal, received before on this day", schema: withdrawalSchema },
    201: { description: "The withdrawal, received now", schema: withdrawalSchema },
  },
  refusals: ["not_found", "conflict"],
  answer: async ({ context, request, params: { invoiceNumber }, query, body }) => {
    const visitor = { invoiceNumber, token: query.t ?? null, cartId: await cartIdFrom(context, request) };
    const { withdrawal, created } = await submitWithdrawal(context, visitor, {
      key: keyOf(body, context.clock.now()),
      statement: body.lines ?? { everything: [] },
      reason: body.reason,
      fieldOf: () => "lines",
    });
    return created ? reply(201, restWithdrawal(withdrawal)) : reply(200, restWithdrawal(withdrawal));
  },
});

/** A script that repeats itself without an Idempotency-Key states the same on the same day. */
function keyOf(stated: unknown, now: Date): string {
  const hash = createHash("sha256").update(canonicalJson(stated)).digest("base64url");
  return `rest:${shopDay(now)}:${hash}`;
}

function restWithdrawal({ closingNote: _, lines, ...withdrawal }: WithdrawalView) {
  return {
    ...withdrawal,
    lines: lines.map(({ lineId: _line, sent: _sent, ...line }) => line),
  } satisfies z.input<typeof withdrawalSchema>;
}

/** What customers do with an order once they do not want to keep it. */
export const withdrawalEndpoints = [getWithdrawals, postWithdrawal];
