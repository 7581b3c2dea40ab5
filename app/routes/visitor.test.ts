import { expect, it } from "vitest";
import { cartCookieHeader } from "#server/cart/cart-cookie.server.ts";
import { deliveryPlaceHeader } from "#server/cart/delivery-place.server.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { asUser, makeCart, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { cookieOf, cookieOfUser } from "#server/testing/rest/rest-caller.ts";
import { readVisitorFragment } from "./visitor.server.ts";

const visit = (...cookies: string[]) =>
  new Request("http://127.0.0.1:3000/products", { headers: { cookie: cookies.join("; ") } });

async function customerWithCart() {
  const context = await testContext();
  const user = await makeUser(context, { name: "</script><b>Rowan" });
  const product = await makeProduct(context, { name: "Biochar </script>" });
  const cartId = await makeCart(context, [{ product, quantity: 3 }]);
  const cookies = [await cookieOfUser(user.id), cookieOf(await cartCookieHeader(context, cartId))];
  return { user, product, cookies };
}

it("holds the signed-in person and the cart, in a script that no text can end", async () => {
  const { user, product, cookies } = await customerWithCart();
  const own = await readVisitorFragment(visit(...cookies));
  expect(own).toMatchObject({ itemCount: 3, cacheControl: "private, no-store" });
  const [, json = "", rest] =
    /^<script type="application\/json" id="visitor">(.*?)<\/script>(.*)$/.exec(own?.html ?? "") ?? [];
  expect(rest).toBe("");
  expect(JSON.parse(json)).toMatchObject({
    actor: { kind: "customer", signedIn: true, name: user.name, role: "customer" },
    cart: { itemCount: 3, lines: [{ productId: product.id, name: product.name, quantity: 3 }] },
  });
});

it("is nobody with an empty cart where the cookies say nothing that the shop signed", async () => {
  const own = await readVisitorFragment(visit("session=forged", "cart=forged"));
  expect(own).toMatchObject({ itemCount: 0, cacheControl: "private, no-cache" });
  expect(own?.html).toContain('"signedIn":false');
});

it("is not for a page on which a message waits", async () => {
  const { cookies } = await customerWithCart();
  const message = cookieOf(await noticeHeader({ kind: "success", title: "Settings updated" }));
  expect(await readVisitorFragment(visit(...cookies, message))).toBeNull();
});

it("is not for a product page of somebody who has named a place, once rates are saved", async () => {
  const place = cookieOf(await deliveryPlaceHeader({ country: "United Kingdom", postcode: "ZE1 0AA" }));
  const asks = (path: string, cookie: string) =>
    readVisitorFragment(new Request(`http://127.0.0.1:3000${path}`, { headers: { cookie } }));
  expect(await asks("/products/bulk-biochar", place)).not.toBeNull();
  const context = await testContext();
  const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
  await saveSettings(administrator, {
    ...{ tab: "Shipping", seenVersion: 0, values: { expressShippingCost: 1999 } },
    confirmedCurrency: undefined,
  });
  try {
    expect(await asks("/products/bulk-biochar", place)).toBeNull();
    expect(await asks("/products", place)).not.toBeNull();
    expect(await asks("/products/bulk-biochar", "")).not.toBeNull();
  } finally {
    await context.em.fork().execute("delete from store_setting");
  }
});

it("a shared page notices every read of the visitor", async () => {
  const sharedPage = {
    itemCount: 1,
    visitorKind: "staff" as const,
    tradeList: null,
    dependsOnVisitor: false,
  };
  const context = await contextFor(visit(), { sharedPage });
  expect(sharedPage.dependsOnVisitor).toBe(false);
  expect(context.actor).toEqual({ kind: "visitor" });
  expect(sharedPage.dependsOnVisitor).toBe(true);
});
