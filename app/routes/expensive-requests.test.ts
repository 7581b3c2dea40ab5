import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type RateLimitName, rateLimits } from "#server/access/limits.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { EXAMPLE_TARIFF } from "#server/pricing/tariff-text.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { action as cart } from "./shop/cart.tsx";
import { loader as checkoutSuccess } from "./shop/checkout-success.tsx";
import { loader as product } from "./shop/product.tsx";
import { loader as fileLoader } from "./system/files.ts";

/* Expensive requests, repeated from one address: a limit is made small first. */

await runTestSandbox();

beforeEach(async () => {
  await (await testContext()).em.execute("delete from rate_limit");
});

type Handler = (args: LoaderFunctionArgs) => unknown;

interface RequestParts {
  address?: string;
  cookie?: string;
  form?: Record<string, string>;
  params?: Record<string, string>;
}

async function statusOf(
  handler: Handler,
  path: string,
  { address, cookie, form, params = {} }: RequestParts,
) {
  const request = new Request(`http://127.0.0.1:3000${path}`, {
    method: form ? "POST" : "GET",
    headers: {
      ...(address === undefined ? {} : { "X-Client-Address": address }),
      ...(cookie ? { Cookie: cookie } : {}),
    },
    body: form ? new URLSearchParams(form) : null,
  });
  const call = async () => handler({ request, params, context: {} });
  const result = await call().catch((thrown: unknown) => thrown);
  if (result instanceof Response) return result.status;
  return (
    z.object({ init: z.object({ status: z.int() }).nullish() }).safeParse(result).data?.init?.status ?? 200
  );
}

/** How often is allowed here what a limit counts. */
const TIMES = 3;

/** Makes a limit small, and all others with it. */
function makeSmall(name: RateLimitName): void {
  process.env.RATE_LIMIT_FACTOR = String(TIMES / rateLimits[name].points);
}

/** How many requests succeeded before the first 429. */
async function timesUntilLimited(ask: (time: number) => Promise<number>): Promise<number> {
  for (let time = 0; time < TIMES + 2; time += 1) {
    if ((await ask(time)) === 429) return time;
  }
  return Number.POSITIVE_INFINITY;
}

it("made-up payments on the return page are looked up at the provider some times only", async () => {
  makeSmall("unknown-payment");
  for (const [index, query] of ["payment_intent=pi_", "session_id=cs_test_", "token="].entries()) {
    const ask = (address: string) => (time: number) =>
      statusOf(checkoutSuccess, `/checkout-success?${query}UNKNOWN${time}`, { address });
    expect(await timesUntilLimited(ask(`203.0.113.${index}`)), query).toBe(TIMES);
    expect(await ask("203.0.113.52")(0)).toBe(404);
  }
});

it("invented PayPal orders and payments are accepted only some times", async () => {
  makeSmall("unknown-payment");
  const headers = { "X-Client-Address": "203.0.113.53" };
  const capture = async (time: number) =>
    (await callRest("POST", `/paypal/order/UNKNOWN${time}/capture`, { headers, json: {} })).status;
  expect(await timesUntilLimited(capture)).toBe(TIMES);
});

it("all of a /64 are one, and those without any address are one", async () => {
  makeSmall("sign-in");
  const guess = async (address: string | undefined) => {
    const headers: Record<string, string> = address === undefined ? {} : { "X-Client-Address": address };
    const json = { email: `${randomUUID()}@b.example`, password: "x" };
    return (await callRest("POST", "/api/admin/login", { headers, json })).status;
  };
  expect(await timesUntilLimited((time) => guess(`2001:db8::${(time + 1).toString(16)}`))).toBe(TIMES);
  expect(await guess("2001:db8:0:1::1")).toBe(401);
  expect(await timesUntilLimited(() => guess(undefined))).toBe(TIMES);
});

it("a whole /48 may do ten times as much, and no more", async () => {
  makeSmall("unknown-payment");
  const ask = (time: number) =>
    statusOf(checkoutSuccess, "/checkout-success?payment_intent=pi_UNKNOWN", {
      address: `2001:db8:9:${time.toString(16)}::1`,
    });
  for (let time = 0; time < TIMES * 10; time += 1) expect(await ask(time)).toBe(404);
  expect(await ask(TIMES * 10)).toBe(429);
});

it("holders of an invoice's link can draw it some times an hour, staff as often as they print", async () => {
  makeSmall("pdf");
  const context = await testContext({ clock: { now: () => new Date() } });
  const { invoiceNumber } = await makeOrder(context);
  const token = await makeConfirmationToken(context.em, invoiceNumber, new Date());
  const address = "203.0.113.54";
  const draw = (cookie = "") =>
    statusOf(fileLoader, `/orders/${invoiceNumber}/invoice.pdf?t=${token}`, { cookie, address });
  expect(await timesUntilLimited(() => draw())).toBe(TIMES);
  expect(await draw((await cookieFor("administrator")) ?? "")).toBe(200);
});

it("carts are begun some times an hour, and those that are there go on", async () => {
  makeSmall("new-cart");
  const { id } = await makeProduct(await testContext(), { stockQuantity: 90 });
  const form = { intent: "add", productId: String(id), quantity: "1" };
  const carts = async () => {
    const { em } = await testContext();
    const [row] = await em.execute<{ carts: number }[]>("select count(*)::int as carts from cart");
    return row?.carts ?? 0;
  };
  const before = await carts();
  const ask = () => statusOf(cart, "/cart", { address: "203.0.113.56", form });
  expect(await timesUntilLimited(ask)).toBe(TIMES);
  expect((await carts()) - before).toBe(TIMES);
});

it("a product's page quotes what bringing it to a postcode costs some times a minute, as a search", async () => {
  const context = await testContext();
  const owner = asUser(context, await makeUser(context, { role: "administrator" }));
  await saveSomeSettings(owner, {
    values: { shippingCalculationType: "weight", deliveryTariff: EXAMPLE_TARIFF },
  });
  const { slug } = await makeProduct(context, { grossGrams: 11_000 });
  makeSmall("search");
  const look = (query: string) =>
    statusOf(product, `/products/${slug}${query}`, { address: "203.0.113.57", params: { slug } });
  expect(await timesUntilLimited(() => look("?postcode=SY8+1AA"))).toBe(TIMES);
  expect(await look("")).toBe(200);
});
