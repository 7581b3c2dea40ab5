import { expect, it } from "vitest";
import { cartCookieHeader } from "#server/cart/cart-cookie.server.ts";
import { postcodeConfirmations } from "#server/checkout/checkout-form.ts";
import { filledForm, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { action, headers } from "./checkout.tsx";

runTestSandbox();

/** Presses "Pay" without JavaScript, with a postcode and what is said about it. */
async function payWith(postcode: string, confirmed?: string) {
  const context = await payingContext();
  const cartId = await makeCart(context, [{ product: await makeProduct(context), quantity: 1 }]);
  const texts = Object.entries(filledForm({ postcode })).filter(([, value]) => typeof value === "string");
  const fields = new URLSearchParams(texts as [string, string][]);
  fields.set("sameShipping", "on");
  fields.set("intent", "pay-stripe");
  if (confirmed !== undefined) fields.set(postcodeConfirmations.postcode, confirmed);
  const request = new Request("http://127.0.0.1:3000/checkout", {
    method: "POST",
    headers: { Accept: "text/html", Cookie: (await cartCookieHeader(context, cartId)).split(";")[0] ?? "" },
    body: fields,
  });
  const answer = await action({ request, params: {}, context: {} });
  const [{ count }] = await context.em.execute<[{ count: number }]>(
    "select count(*)::int as count from checkout where cart_id = ?",
    [cartId],
  );
  return { answer, checkouts: count };
}

it("asks about a postcode that does not look British before anything can be paid", async () => {
  const { answer, checkouts } = await payWith("NOPE");
  expect(answer).toMatchObject({ init: { status: 400 }, data: { payment: null, refusal: null } });
  expect(checkouts).toBe(0);
});

it("asks again where another postcode was confirmed than the one that is sent", async () => {
  expect(await payWith("NOPE", "NOT THIS")).toMatchObject({ checkouts: 0 });
});

it("goes on to the payment with a postcode that was confirmed, or looks British", async () => {
  for (const { answer, checkouts } of [await payWith("NOPE", "NOPE"), await payWith("SY8 1AA")]) {
    expect(answer).toMatchObject({ status: 303 });
    expect(checkouts).toBe(1);
  }
});

it("is stored by no browser, so that the way back after paying finds an empty cart", () => {
  const none = new Headers();
  const sent = headers({ loaderHeaders: none, parentHeaders: none, actionHeaders: none, errorHeaders: none });
  expect(new Headers(sent).get("Cache-Control")).toBe("no-store");
});
