import { TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { findOwnOrder } from "#server/orders/own-orders.server.ts";
import { findVatInvoice } from "#server/orders/vat-documents.server.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { cookieOfUser } from "#server/testing/users.ts";
import { callerFor } from "#server/trpc/router.server.ts";

/*
 * What only the owner may do with their data (docs/rules.md#access-2): requests for one customer's data by that
 * customer, by another, by staff and by a visitor. The other tables (permissions.test.ts beside this file and the
 * router's) test who may call at all.
 */

const requesters = [
  "its owner",
  "another customer",
  "a shop manager",
  "an administrator",
  "a visitor",
] as const;

interface Requester {
  context: Context;
  cookie: string | undefined;
}

/** "shown", "hidden" where others' data is left out, or the code of the refusal. */
type Outcome = "shown" | "hidden" | "not_found" | "forbidden" | "unauthenticated";
const requesterOf = new Map<string, Requester>();

const context = await testContext();
const owner = await makeUser(context);
const order = await makeOrder(context, { customer: owner });
const users = [
  owner,
  await makeUser(context),
  await makeUser(context, { role: "shop_manager" }),
  await makeUser(context, { role: "administrator" }),
];
for (const [index, user] of users.entries()) {
  requesterOf.set(requesters[index] ?? "", {
    context: asUser(context, user),
    cookie: await cookieOfUser(user.id),
  });
}
requesterOf.set("a visitor", { context, cookie: undefined });

async function refusedOr(ask: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await ask();
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error;
    if (cause instanceof ShopError) return outcomeSchema.parse(cause.code);
    throw error;
  }
}

const outcomeSchema = z.enum(["not_found", "forbidden", "unauthenticated"]);
const refusal = z.object({ code: outcomeSchema });
const withIds = z.array(z.object({ id: z.number() }));

/** Whether a list over REST has the owner's order in it. */
const listed =
  (path: string) =>
  async ({ cookie }: Requester): Promise<Outcome> => {
    const { status, body } = await callRest("GET", path, { cookie });
    if (status !== 200) return refusal.parse(body).code;
    return withIds.parse(body).some(({ id }) => id === order.id) ? "shown" : "hidden";
  };

/** The request, how to make it, and the outcome for each requester, in their order. */
const table: [string, (requester: Requester) => Promise<Outcome>, Outcome[]][] = [
  [
    "tRPC orders.byId",
    ({ context }) =>
      refusedOr(async () => ((await callerFor(context).orders.byId({ id: order.id })) ? "shown" : "hidden")),
    ["shown", "not_found", "shown", "shown", "unauthenticated"],
  ],
  [
    "tRPC orders.details",
    ({ context }) =>
      refusedOr(async () =>
        (await callerFor(context).orders.details({ id: order.id })) ? "shown" : "hidden",
      ),
    ["forbidden", "forbidden", "shown", "shown", "unauthenticated"],
  ],
  [
    "the order in the account",
    ({ context }) => refusedOr(async () => ((await findOwnOrder(context, order.id)) ? "shown" : "hidden")),
    ["shown", "not_found", "not_found", "not_found", "unauthenticated"],
  ],
  [
    "the invoice",
    ({ context }) =>
      refusedOr(async () => {
        const visitor = { invoiceNumber: order.invoiceNumber, cartId: null, token: null };
        return (await findVatInvoice(context, visitor)) ? "shown" : "hidden";
      }),
    ["shown", "not_found", "shown", "shown", "not_found"],
  ],
  [
    "GET /api/orders/user",
    listed("/api/orders/user"),
    ["shown", "hidden", "hidden", "hidden", "unauthenticated"],
  ],
  [
    "GET /api/customer/orders",
    listed("/api/customer/orders"),
    ["shown", "hidden", "hidden", "hidden", "unauthenticated"],
  ],
  [
    "GET /api/admin/orders",
    listed("/api/admin/orders"),
    ["forbidden", "forbidden", "shown", "shown", "unauthenticated"],
  ],
  [
    "GET /api/shop/orders",
    listed("/api/shop/orders"),
    ["forbidden", "forbidden", "shown", "shown", "unauthenticated"],
  ],
  [
    "GET /api/auth/user",
    async ({ cookie }) => {
      const { status, body } = await callRest("GET", "/api/auth/user", { cookie });
      if (status !== 200) return refusal.parse(body).code;
      return z.object({ id: z.number() }).parse(body).id === owner.id ? "shown" : "hidden";
    },
    ["shown", "hidden", "hidden", "hidden", "unauthenticated"],
  ],
  [
    "PATCH /api/auth/profile",
    async ({ cookie }) => {
      const city = `Town ${Math.random()}`;
      const { status, body } = await callRest("PATCH", "/api/auth/profile", { cookie, json: { city } });
      if (status !== 200) return refusal.parse(body).code;
      const now = await (await testContext()).em.findOneOrFail(User, owner.id);
      return now.city === city ? "shown" : "hidden";
    },
    ["shown", "hidden", "hidden", "hidden", "unauthenticated"],
  ],
];

describe("what belongs to one customer", () => {
  it.each(table)("%s", async (_what, ask, outcomes) => {
    const got: Record<string, Outcome> = {};
    for (const name of requesters) {
      const requester = requesterOf.get(name);
      if (requester) got[name] = await ask(requester);
    }
    expect(got).toEqual(Object.fromEntries(requesters.map((name, index) => [name, outcomes[index]])));
  });
});
