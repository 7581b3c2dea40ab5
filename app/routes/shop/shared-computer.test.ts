import { expect, it } from "vitest";
import { orderFiles } from "#server/api/private-files.server.ts";
import { cartCookieHeader } from "#server/cart/read-cart.server.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { cookieOf, cookieOfUser } from "#server/testing/users.ts";
import { loader as root } from "../../root.tsx";
import { action as login } from "../account/login.tsx";
import { action as changeCart } from "./cart.tsx";
import { loader as checkout } from "./checkout.tsx";
import { loader as confirmation } from "./order-confirmation.tsx";

/* A browser still carries the cart of somebody whose session was ended from elsewhere; another person sits there. */

await runTestSandbox();

const context = await payingContext();
const password = "a long enough password";
const [owner, next] = [await makeUser(context, { password }), await makeUser(context, { password })];
const product = await makeProduct(context);
const bought = await buyByCard(asUser(context, owner), [{ product, quantity: 2 }]);
const em = context.em.fork();
await em.execute("update cart set user_id = ? where id = ?", [owner.id, bought.cartId]);
await em.execute("insert into cart_line (cart_id, product_id, quantity) values (?, ?, 3)", [
  bought.cartId,
  product.id,
]);
const cartCookie = cookieOf(await cartCookieHeader(context, bought.cartId));
const nobodyElse = cartCookie;
const nextPerson = `${cartCookie}; ${await cookieOfUser(next.id)}`;

const asked = (path: string, Cookie: string, form?: Record<string, string>) => ({
  request: new Request(`http://127.0.0.1:3000${path}`, {
    method: form ? "POST" : "GET",
    headers: { Cookie },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  }),
  params: { invoiceNumber: bought.invoiceNumber },
  context: {},
});

const add = { intent: "add", productId: String(product.id), quantity: "1" };
const linesOf = () =>
  context.em.fork().execute("select quantity from cart_line where cart_id = ?", [bought.cartId]);
const cartAfter = (headers: Headers) => headers.getSetCookie().find((line) => line.startsWith("cart="));

it.each([
  ["nobody", nobodyElse],
  ["another customer", nextPerson],
])("the cart of a customer who was signed out elsewhere is not that of %s", async (_who, cookie) => {
  expect(JSON.stringify(await root(asked("/cart", cookie)))).not.toContain(bought.cartId);
  const page = JSON.stringify(await checkout(asked("/checkout", cookie)));
  expect(page).not.toContain(bought.cartId);
  expect(page).not.toContain(bought.form.address);
  expect(await confirmation(asked("/order-confirmation", cookie))).toMatchObject({ order: null });
  const invoice = orderFiles["/orders/:invoiceNumber/invoice.pdf"];
  const file = invoice(asked(`/orders/${bought.invoiceNumber}/invoice.pdf`, cookie));
  await expect(file).rejects.toMatchObject({ status: 404 });
});

it("who adds something in such a browser gets a cart of their own", async () => {
  const reply = await changeCart(asked("/cart", cartCookie, add));
  if (!("init" in reply)) throw new Error("a redirect");
  expect(cartAfter(new Headers(reply.init?.headers))).not.toContain(cartCookie);
  expect(await linesOf()).toEqual([{ quantity: 3 }]);
});

it.each([cartCookie, `${cartCookie}; ${await cookieOfUser(owner.id)}`])(
  "who signs in there without a cart of their own is rid of it",
  async (cookie) => {
    const form = { username: next.username, password };
    const response = await login(asked("/login", cookie, form));
    if (!(response instanceof Response)) throw new Error("not signed in");
    expect(cartAfter(response.headers)).toMatch(/^cart=; Max-Age=0/);
  },
);

it("its owner finds it there again by signing in", async () => {
  const response = await login(asked("/login", cartCookie, { username: owner.username, password }));
  if (!(response instanceof Response)) throw new Error("not signed in");
  expect(cookieOf(cartAfter(response.headers) ?? "")).toBe(cartCookie);
  const cookie = `${cartCookie}; ${await cookieOfUser(owner.id)}`;
  expect(JSON.stringify(await root(asked("/cart", cookie)))).toContain(bought.cartId);
  expect(await confirmation(asked("/order-confirmation", cookie))).toMatchObject({
    order: { invoiceNumber: bought.invoiceNumber },
  });
});
