import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { defineEndpoint, reply } from "#server/api/endpoint.ts";
import { statementExample, withdrawalExample } from "#server/api/shape-examples.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { canonicalJson } from "#server/commands/idempotent-requests.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { trimmedText } from "#server/core/fields.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { findVisitedOrder } from "#server/orders/own-orders.server.ts";
import { submitWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { LONGEST_REASON, withdrawalStates } from "#server/orders/withdrawal-rules.ts";
import { findWithdrawable, type WithdrawalView } from "#server/orders/withdrawals.server.ts";
import { findCredential } from "#server/statements/find-statement.server.ts";
import { statementSubject } from "#server/statements/statement-credential.ts";

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
/** `also` may see it without the link of a mail, as its signed-in buyer may. */
const withToken = (also: string) =>
  z.strictObject({
    t: z
      .string()
      .max(200)
      .optional()
      .meta({
        description: `The token of a link in the order's mails. Not needed by the signed-in buyer and by ${also}.`,
        examples: ["INV-1772453100000.fnb.signature"],
      }),
  });
const whoRefund = withToken("staff who refund");

async function visitorOf({
  context,
  request,
  params,
  query,
}: {
  context: Context;
  request: Request;
  params: { invoiceNumber: string };
  query: { t?: string | undefined };
}) {
  const cartId = await cartIdFrom(context, request);
  return { invoiceNumber: params.invoiceNumber, token: query.t ?? null, cartId };
}

const getWithdrawals = defineEndpoint({
  method: "GET",
  path: "/api/orders/{invoiceNumber}/withdrawals",
  summary: "What was cancelled of an order by its customer, the newest first",
  permission: "public",
  caching: "never",
  params: ofOrder,
  query: whoRefund,
  responses: { 200: { description: "Its withdrawals", schema: z.array(withdrawalSchema) } },
  errorCodes: ["not_found"],
  answer: async (asked) => {
    const { earlier } = await findWithdrawable(asked.context, await visitorOf(asked));
    return reply(200, earlier.map(restWithdrawal));
  },
});

const postWithdrawal = defineEndpoint({
  method: "POST",
  path: "/api/orders/{invoiceNumber}/withdrawals",
  summary: "Cancels an order or a part of it for its customer, and mails them; the same on one day is one",
  permission: "public",
  repeating: "with-effect",
  params: ofOrder,
  query: whoRefund,
  assertAllowed: async (context, request, { invoiceNumber = "" }) => {
    const t = new URL(request.url).searchParams.get("t") ?? undefined;
    const visitor = await visitorOf({ context, request, params: { invoiceNumber }, query: { t } });
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
      reason: trimmedText(LONGEST_REASON).default("").meta({ description: "Nobody has to give one." }),
    })
    .meta({ examples: [{ lines: [{ productId: 1, quantity: 1 }], reason: "Ordered twice" }] }),
  responses: {
    200: { description: "The withdrawal, received before on this day", schema: withdrawalSchema },
    201: { description: "The withdrawal, received now", schema: withdrawalSchema },
  },
  errorCodes: ["not_found", "conflict"],
  answer: async ({ body, ...asked }) => {
    const { context } = asked;
    const { withdrawal, created } = await submitWithdrawal(context, await visitorOf(asked), {
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
    lines: lines.map(({ lineId: _line, sent: _sent, back: _back, ...line }) => line),
  } satisfies z.input<typeof withdrawalSchema>;
}

const credentialSchema = z
  .strictObject({
    "@context": z.array(z.string()),
    id: z.string(),
    type: z.array(z.string()),
    issuer: z.strictObject({ id: z.string(), name: z.string() }),
    validFrom: z.string().meta({ description: "When it was issued, ISO 8601 in UTC." }),
    credentialStatus: z.strictObject({
      id: z.string(),
      type: z.literal("BitstringStatusListEntry"),
      statusPurpose: z.literal("revocation"),
      statusListIndex: z.string(),
      statusListCredential: z.string().meta({ description: "Where it says which statements are revoked." }),
    }),
    credentialSubject: statementSubject,
    proof: z.strictObject({
      type: z.literal("DataIntegrityProof"),
      cryptosuite: z.literal("eddsa-jcs-2022"),
      created: z.string(),
      verificationMethod: z.string(),
      proofPurpose: z.literal("assertionMethod"),
      "@context": z.array(z.string()),
      proofValue: z.string(),
    }),
  })
  .openapi("CarbonStatement", { examples: [statementExample] });

const getStatement = defineEndpoint({
  method: "GET",
  path: "/api/orders/{invoiceNumber}/statement",
  summary: "What the biochar of an order stores, as a signed W3C Verifiable Credential",
  permission: "public",
  caching: "never",
  params: ofOrder,
  query: withToken("staff who see orders"),
  responses: { 200: { description: "The statement that holds, as it was signed", schema: credentialSchema } },
  errorCodes: ["not_found"],
  answer: async (asked) => {
    const found = await findCredential(asked.context, await visitorOf(asked));
    return reply(200, credentialSchema.parse(JSON.parse(found.credential)));
  },
});

/** What somebody does and reads with the link of an order's mails: customers cancel, and see what it stores. */
export const visitedOrderEndpoints = [getWithdrawals, postWithdrawal, getStatement];
