import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cartCookieHeader } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { tabOf } from "#server/settings/setting-guides.ts";
import { filledForm, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser } from "#server/testing/factories.ts";
import { cards } from "#server/testing/payer.ts";
import { payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { action, headers, loader } from "./checkout.tsx";

await runTestSandbox();

const address = "http://127.0.0.1:3000/checkout";

async function cartOfOne() {
  const context = await payingContext();
  const product = await makeProduct(context, { price: 2000 });
  const cartId = await makeCart(context, [{ product, quantity: 1 }]);
  return { context, product, cartId };
}

/** Sends the checkout's form, as the page's JavaScript does. */
async function send(
  { context, cartId }: { context: Context; cartId: string },
  fields: Record<string, string>,
) {
  const Cookie = (await cartCookieHeader(context, cartId)).split(";")[0] ?? "";
  const texts = Object.entries({ ...filledForm(), paymentMethod: "stripe", ...fields });
  const form = texts
    .filter(([, value]) => value !== false)
    .map(([name, value]) => [name, value === true ? "on" : String(value)]);
  const request = new Request(address, {
    method: "POST",
    headers: { Cookie },
    body: new URLSearchParams(form),
  });
  return action({ request, params: {}, context: {} });
}

/** Prepares the payment of a cart by card. */
async function prepare(fields: Record<string, string>) {
  const cart = await cartOfOne();
  const response = await send(cart, { intent: "prepare", ...fields });
  if (!("data" in response)) throw new Error("a redirect");
  const { length: checkouts } = await cart.context.em
    .fork()
    .execute("select 1 from checkout where cart_id = ?", [cart.cartId]);
  return { status: response.init?.status ?? 200, payment: response.data.payment, checkouts };
}

it("is never kept by a browser: behind a payment it is loaded again", () => {
  const none = new Headers();
  expect(
    headers({ loaderHeaders: none, parentHeaders: none, actionHeaders: none, errorHeaders: undefined }),
  ).toEqual({ "Cache-Control": "no-store" });
});

it("asks about a postcode that does not look British before it begins anything", async () => {
  expect(await prepare({ postcode: "12345" })).toEqual({ status: 400, payment: null, checkouts: 0 });
});

it("takes such a postcode once exactly this one is confirmed", async () => {
  const other = await prepare({ postcode: "12345", postcodeConfirmed: "12346" });
  expect(other).toMatchObject({ status: 400, checkouts: 0 });
  const confirmed = await prepare({ postcode: "12345", postcodeConfirmed: "12345" });
  expect(confirmed).toMatchObject({ status: 200, payment: { method: "stripe" }, checkouts: 1 });
});

describe("the button in the page", () => {
  const pressOf = ({ product }: { product: { id: number } }, shown: Record<string, string> = {}) => ({
    intent: "open",
    shownTotal: "3099",
    shownItems: `${product.id}:1`,
    ...shown,
  });
  const paymentsOf = ({ context, cartId }: { context: Context; cartId: string }) =>
    context.em
      .fork()
      .execute(
        "select provider, amount, details, snapshot from payment where checkout_id in (select id from checkout where cart_id = ?)",
        [cartId],
      );

  it.each(["stripe", "paypal"])("opens the payment of exactly what it shows (%s)", async (paymentMethod) => {
    const cart = await cartOfOne();
    const answer = await send(cart, { ...pressOf(cart), paymentMethod, email: "guest@example.com" });
    const opened =
      paymentMethod === "stripe" ? { clientSecret: expect.any(String) } : { id: expect.any(String) };
    expect(answer).toMatchObject({ data: { opened, refusal: null }, init: { status: 201 } });
    expect(await paymentsOf(cart)).toMatchObject([
      {
        provider: paymentMethod,
        amount: 3099,
        details: { customerEmail: "guest@example.com" },
        snapshot: { lines: [{ productId: cart.product.id, quantity: 1 }] },
      },
    ]);
  });

  it.each([
    [{ shownTotal: "2000" }, 409],
    [{ shownTotal: "" }, 422],
    [{ shownCurrency: "eur" }, 409],
    [{ shownItems: "" }, 409],
    [{ shownItems: "1:1,2:2" }, 409],
    [{ email: "nobody" }, 400],
  ])("opens none when it shows something else, by either provider: %j", async (shown, status) => {
    const cart = await cartOfOne();
    for (const paymentMethod of ["stripe", "paypal"]) {
      const answer = await send(cart, { ...pressOf(cart, shown), paymentMethod });
      expect(answer).toMatchObject({ data: { opened: null }, init: { status } });
    }
    expect(await paymentsOf(cart)).toEqual([]);
  });

  it("leads to the order of a payment that went through unseen", async () => {
    const cart = await cartOfOne();
    const first = await send(cart, pressOf(cart));
    if (!("data" in first)) throw new Error("a redirect");
    const { clientSecret } = z.object({ clientSecret: z.string() }).parse(first.data.opened);
    await payIntent(clientSecret, cards.good);
    const second = await send(cart, pressOf(cart));
    if (!(second instanceof Response)) throw new Error("no redirect");
    const intent = clientSecret.split("_secret_")[0];
    expect([second.status, second.headers.get("location")]).toEqual([
      303,
      `/checkout-success?payment_intent=${intent}`,
    ]);
  });
});

it("leads guests to the sign-in and back where the owner allows none", async () => {
  const context = await payingContext();
  const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
  const values = { guestCheckout: false };
  await saveSettings(administrator, { tab: tabOf("guestCheckout"), seenVersion: 0, values });
  const answer = await Promise.resolve(
    loader({ request: new Request(address), params: {}, context: {} }),
  ).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw new Error("no redirect");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/login?next=/checkout"]);
});
