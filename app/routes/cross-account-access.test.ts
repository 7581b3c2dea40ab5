import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { restEndpoints } from "#server/api/rest-app.server.ts";
import { allows, isCapability } from "#server/core/roles.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { signInDevice } from "#server/testing/users.ts";
import { appRouter } from "#server/trpc/router.server.ts";
import { routes } from "../routes.ts";

/* Ids and numbers of somebody else's records, through every address that takes one: nothing is returned or changed. */

const SECRET = "Agatha Private";

const context = await testContext();
const owner = await makeUser(context, { name: SECRET });
const device = await signInDevice({ ...context, clock: { now: () => new Date() } }, owner);
const product = await makeProduct(context);
const order = await makeOrder(context, { customer: owner, lines: [{ product, quantity: 1 }] });
const callers = [undefined, await cookieFor("customer")];

/** Addresses with a part to choose that anybody may ask for; all others are tried below. */
const forEverybody: readonly string[] = [
  "manufacturing/:page",
  ":page",
  "sitemap/:part",
  "products/:slug",
  // What its label leads everybody to.
  "batches/:code",
  "blog/:slug",
  // Only issues that were sent: send-issue.test.ts.
  "newsletter/issues/:slug",
  // A step, and whose request it is stands in a signed token: stock-alerts.test.ts.
  "stock-alerts/:step",
  // Nothing of who has some of it: batch.test.ts.
  "batches/:code",
  "batches/:code/passport.jsonld",
  "batches/:code/linkset.json",
  "01/:gtin",
  "01/:gtin/*",
  "resources/:file",
  "media/:file",
  "documents/:hash/:name",
  // What stands there is proven by its signature.
  "webhooks/:provider",
  // Places and bits, for anyone who verifies a statement.
  "statements/status/:list",
];

/** What somebody has, in the place of each parameter of an address. */
const belongings: Record<string, () => readonly (string | number)[]> = {
  invoiceNumber: () => [order.invoiceNumber],
  noteNumber: () => ["CN-000001"],
  order: () => [order.id, order.invoiceNumber],
  orderId: () => [order.id],
  customer: () => [`order-${order.id}`],
  code: () => ["CROSS-ACCOUNT"],
  id: () => [1],
};

/** The addresses of a pattern; an order's also with a token of one's own making. */
function addressesOf(pattern: string): string[] {
  const filled = pattern.split("/").reduce(
    (beginnings, part) => {
      if (!part.startsWith(":")) return beginnings.map((each) => `${each}/${part}`);
      const [, name = "", rest = ""] = /^:(\w+)(.*)$/.exec(part) ?? [];
      const values = belongings[name]?.();
      if (!values) throw new Error(`what of somebody else's stands for :${name} in ${pattern}?`);
      return beginnings.flatMap((each) => values.map((value) => `${each}/${value}${rest}`));
    },
    [""],
  );
  if (!pattern.startsWith("orders/")) return filled;
  return filled.flatMap((address) => [address, `${address}?t=${order.invoiceNumber}.forged`]);
}

/** Where a query names something. */
const searches = [
  () => `/account/settings?tab=orders&order=${order.id}`,
  () => `/customer-dashboard?order=${order.id}`,
  () => `/customer-dashboard?after=${order.id + 1}`,
  () => `/order-confirmation?t=${order.id}.forged`,
];

const everything = { step: "confirm", what: "everything", key: "0b61f6ae-6a2f-4a3e-9f0f-4b9b2f4c8d11" };

/** What is done to something of somebody else's. */
const forms: [what: string, address: () => string, form: () => Record<string, string>][] = [
  [
    "order, cancelled",
    () => `/orders/${order.invoiceNumber}/withdraw?t=${order.invoiceNumber}.forged`,
    () => everything,
  ],
  [
    "biochar's use",
    () => `/orders/${order.invoiceNumber}/use?t=${order.invoiceNumber}.forged`,
    () => ({ use: "soil" }),
  ],
  [
    "order to buy again",
    () => "/account/settings",
    () => ({ intent: "buy-again", orderId: String(order.id) }),
  ],
  [
    "session to end",
    () => "/account/settings",
    () => ({ intent: "end-session", sessionId: device.sessionId }),
  ],
  [
    "passkey to remove",
    () => "/account/settings",
    () => ({ intent: "passkey-remove", passkeyId: "1", password: "wrong" }),
  ],
];

type Handler = (args: LoaderFunctionArgs) => Promise<unknown>;
const handlerSchema = z.custom<Handler>((value) => typeof value === "function");
const patterns = routes.flatMap(({ path: pattern, file }) =>
  pattern ? [{ path: pattern, id: file, caseSensitive: true }] : [],
);

/** What a loader or action returns or throws, as text with its status. */
async function textOf(address: string, cookie: string | undefined, form?: Record<string, string>) {
  const { href, pathname } = new URL(address, "http://127.0.0.1:3000");
  const match = matchRoutes(patterns, pathname)?.[0];
  const module: unknown = await import(path.resolve(import.meta.dirname, "..", match?.route.id ?? ""));
  const handler = handlerSchema.parse(Object(module)[form ? "action" : "loader"]);
  const request = new Request(href, {
    method: form ? "POST" : "GET",
    headers: { ...(cookie ? { Cookie: cookie } : {}), "X-Client-Address": "203.0.113.9" },
    body: form ? new URLSearchParams(form) : null,
  });
  const args = { request, params: match?.params ?? {}, context: {} };
  const result = await handler(args).catch((thrown: unknown) => thrown);
  if (result instanceof Response) return `${result.status} ${await result.text()}`;
  return JSON.stringify(result);
}

async function expectNothingOf(address: string, form?: Record<string, string>) {
  for (const cookie of callers) {
    const text = await textOf(address, cookie, form);
    for (const secret of [SECRET, owner.email, order.transactionId]) expect(text).not.toContain(secret);
  }
  expect(await device.isSignedIn()).toBe(true);
}

describe("another person's", () => {
  const withIds = routes.flatMap(({ path: pattern }) => (pattern?.includes(":") ? [pattern] : []));

  it.each(withIds.filter((pattern) => !forEverybody.includes(pattern)))(
    "%s shows nothing",
    async (pattern) => {
      for (const address of addressesOf(pattern)) await expectNothingOf(address);
    },
  );

  it("record that a query names shows nothing", async () => {
    for (const address of searches) await expectNothingOf(address());
  });

  it.each(forms)("%s is not to be had", (_what, address, form) => expectNothingOf(address(), form()));

  it("account cannot be named in one's own calls", async () => {
    const [, cookie] = callers;
    const strange = { id: owner.id, userId: owner.id, customerId: owner.id };
    for (const [method, path] of [
      ["PATCH", "/api/auth/profile"],
      ["POST", "/api/auth/change-password"],
    ] as const) {
      expect((await callRest(method, path, { cookie, json: { name: "Mallory", ...strange } })).status).toBe(
        422,
      );
    }
    for (const { path } of restEndpoints.filter(({ permission }) => permission === "signed-in")) {
      const { body } = await callRest("GET", path, { cookie });
      expect(JSON.stringify(body), path).not.toContain(order.invoiceNumber);
    }
  });
});

/** Whether customers hold this permission over their own records. The catalogue is everybody's. */
const isForCustomers = (permission: string) =>
  isCapability(permission) && permission !== "products.view" && allows("customer", permission);

describe("every address with an id in it is covered", () => {
  it("among the calls of REST: each needs a permission over anybody's, but the payer's own capture (capture-paypal-order.test.ts)", () => {
    const withIds = restEndpoints.filter(
      ({ path, permission }) => path.includes("{") && isForCustomers(permission),
    );
    expect(withIds.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "POST /paypal/order/{orderId}/capture",
    ]);
  });

  it("among the procedures of tRPC: each names a permission", () => {
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { meta?: { permission?: string } } }
    >;
    const own = Object.entries(procedures).filter(([, { _def }]) =>
      isForCustomers(_def.meta?.permission ?? ""),
    );
    // The command checks whose order it is (find-orders.test.ts, account-data-access.test.ts).
    expect(own.map(([path]) => path).sort()).toEqual(["orders.byId"]);
  });
});
