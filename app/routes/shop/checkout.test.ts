import { expect, it } from "vitest";
import { cartCookieHeader } from "#server/cart/read-cart.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { tabOf } from "#server/settings/setting-guides.ts";
import { filledForm, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { action, headers, loader } from "./checkout.tsx";

runTestSandbox();

const address = "http://127.0.0.1:3000/checkout";

/** Prepares the payment of a cart by card, as the page's JavaScript does. */
async function prepare(fields: Record<string, string>) {
  const context = await payingContext();
  const cartId = await makeCart(context, [{ product: await makeProduct(context), quantity: 1 }]);
  const Cookie = (await cartCookieHeader(context, cartId)).split(";")[0] ?? "";
  const texts = Object.entries({ ...filledForm(), ...fields }).filter(([, value]) => value !== false);
  const form = texts.map(([name, value]) => [name, value === true ? "on" : String(value)]);
  const body = new URLSearchParams([...form, ["intent", "prepare"], ["paymentMethod", "stripe"]]);
  const request = new Request(address, { method: "POST", headers: { Cookie }, body });
  const response = await action({ request, params: {}, context: {} });
  if (!("data" in response)) throw new Error("a redirect");
  const checkouts = (await context.em.fork().execute("select 1 from checkout where cart_id = ?", [cartId]))
    .length;
  return { status: response.init?.status ?? 200, payment: response.data.payment, checkouts };
}

it("is never kept by a browser: behind a payment it is loaded anew", () => {
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
