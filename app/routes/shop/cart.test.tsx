import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ClearCart } from "#app/routes/shop/cart.tsx";
import { cartCookieHeader, readCart } from "#server/cart/read-cart.server.ts";
import { readNotice } from "#server/http/cookies.server.ts";
import { makeCart, makeProduct, testContext } from "#server/testing/factories.ts";
import { action } from "./cart.tsx";

it("'Clear cart' empties the cart, with and without JavaScript, and says so", async () => {
  const context = await testContext();
  const lines = [
    { product: await makeProduct(context), quantity: 2 },
    { product: await makeProduct(context), quantity: 1 },
  ];
  const id = await makeCart(context, lines);
  const markup = renderToStaticMarkup(<ClearCart />);
  const fields = [...markup.matchAll(/name="(\w+)" value="([^"]+)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const request = new Request("http://127.0.0.1:3000/cart", {
    method: "POST",
    headers: { Accept: "text/html", Cookie: (await cartCookieHeader(context, id)).split(";")[0] ?? "" },
    body: new URLSearchParams(fields),
  });
  const answer = await action({ request, params: {}, context: {} });
  if (!(answer instanceof Response)) throw new Error("no redirect");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/cart"]);
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  const next = new Request("http://127.0.0.1:3000/cart", { headers: { Cookie: cookie.join("; ") } });
  expect(await readNotice(next)).toMatchObject({ title: "Your cart is empty" });
  expect((await readCart(context, id)).lines).toEqual([]);
});

it("a change of the cart leads back to where it was made, and to no other site", async () => {
  const context = await testContext();
  const product = await makeProduct(context);
  const placeAfter = async (returnTo: string) => {
    const body = new URLSearchParams({
      intent: "add",
      productId: String(product.id),
      quantity: "1",
      returnTo,
    });
    const headers = { Accept: "text/html" };
    const request = new Request("http://127.0.0.1:3000/cart", { method: "POST", headers, body });
    const answer = await action({ request, params: {}, context: {} });
    return answer instanceof Response ? answer.headers.get("location") : null;
  };
  expect(await placeAfter("/products?page=2")).toBe("/products?page=2");
  for (const elsewhere of ["https://evil.example/", "//evil.example", ""]) {
    expect(await placeAfter(elsewhere)).toBe("/cart");
  }
});
