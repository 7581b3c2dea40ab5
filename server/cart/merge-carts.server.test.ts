import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Checkout, Payment, type Product, type User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { makeCart, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { mergeCarts } from "./change-cart.server.ts";
import { readCart } from "./read-cart.server.ts";

let context: Context;
let user: User;
let one: Product;
let two: Product;

beforeEach(async () => {
  context = await testContext();
  user = await makeUser(context);
  one = await makeProduct(context);
  two = await makeProduct(context);
});

const quantities = async (cartId: string | null) =>
  Object.fromEntries((await readCart(context, cartId)).lines.map((line) => [line.productId, line.quantity]));

async function makeCheckout(
  cart: string,
  { status, paid }: { status: "paying" | "paid"; paid: "created" | "processing" | "succeeded" },
): Promise<Checkout> {
  const em = context.em.fork();
  const checkout = em.create(Checkout, { id: randomUUID(), cart, status, totalAmount: 100 });
  em.create(Payment, {
    ...{ checkout, provider: "stripe", providerPaymentId: `pi_${randomUUID()}`, status: paid },
    ...{ amount: 100, currency: "gbp" },
  });
  await em.flush();
  return checkout;
}

describe("carts at sign-in", () => {
  it("the browser's cart becomes that of a user who had none", async () => {
    const browsers = await makeCart(context, [{ product: one, quantity: 2 }]);
    expect(await mergeCarts(context, browsers, user.id)).toBe(browsers);
    expect(await mergeCarts(context, null, user.id)).toBe(browsers);
  });

  it("sum into the one the user had, 99 at most", async () => {
    const own = await makeCart(context, [{ product: one, quantity: 60 }], user);
    const browsers = await makeCart(context, [
      { product: one, quantity: 60 },
      { product: two, quantity: 1 },
    ]);
    expect(await mergeCarts(context, browsers, user.id)).toBe(own);
    expect(await quantities(own)).toEqual({ [one.id]: 99, [two.id]: 1 });
    expect(await quantities(browsers)).toEqual({});
  });

  it("take a payment that is under way along", async () => {
    const own = await makeCart(context, [{ product: two, quantity: 1 }], user);
    const browsers = await makeCart(context, [{ product: one, quantity: 2 }]);
    const checkout = await makeCheckout(browsers, { status: "paying", paid: "created" });
    await mergeCarts(context, browsers, user.id);
    const moved = await context.em.fork().findOneOrFail(Checkout, checkout.id);
    expect(moved.cart?.id).toBe(own);
  });

  it("are summed once when two devices sign in with the same cookie", async () => {
    const own = await makeCart(context, [{ product: one, quantity: 1 }], user);
    const browsers = await makeCart(context, [{ product: one, quantity: 2 }]);
    await Promise.all([mergeCarts(context, browsers, user.id), mergeCarts(context, browsers, user.id)]);
    expect(await quantities(own)).toEqual({ [one.id]: 3 });
  });

  it("are one when two browsers sign in at once as somebody who had none", async () => {
    const carts = [
      await makeCart(context, [{ product: one, quantity: 1 }]),
      await makeCart(context, [{ product: two, quantity: 2 }]),
    ];
    const signingIn = await inTransaction(context.em, async (em) => {
      await em.execute("select from user_account where id = ? for update", [user.id]);
      const both = carts.map((cart) => mergeCarts({ ...context, em: context.em.fork() }, cart, user.id));
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
      return { both };
    });
    const [first, second] = await Promise.all(signingIn.both);
    expect(second).toBe(first);
    expect(await quantities(first ?? null)).toEqual({ [one.id]: 1, [two.id]: 2 });
  });

  it.each([
    ["bought", "paid", "succeeded"],
    ["has paid for", "paying", "succeeded"],
    ["pays for, as its bank still decides", "paying", "processing"],
  ] as const)(
    "leave behind what a guest %s there: the order is that browser's, and no account's",
    async (_what, status, paid) => {
      for (const hasOwn of [false, true]) {
        const buyer = await makeUser(context);
        const own = hasOwn ? await makeCart(context, [], buyer) : null;
        const browsers = await makeCart(context, [{ product: one, quantity: 2 }]);
        await makeCheckout(browsers, { status, paid });
        const theirs = await mergeCarts(context, browsers, buyer.id);
        expect(theirs === own).toBe(hasOwn);
        expect(theirs).not.toBe(browsers);
        expect(await quantities(theirs)).toEqual({ [one.id]: 2 });
        expect(await quantities(browsers)).toEqual({});
        expect(await context.em.fork().count(Checkout, { cart: { user: buyer.id } })).toBe(0);
        expect(await mergeCarts(context, null, buyer.id)).toBe(theirs);
      }
    },
  );

  it("leave a stranger's cart in a shared browser alone", async () => {
    const otherUser = await makeUser(context);
    const theirs = await makeCart(context, [{ product: one, quantity: 5 }], otherUser);
    expect(await mergeCarts(context, theirs, user.id)).toBeNull();
    expect(await quantities(theirs)).toEqual({ [one.id]: 5 });
  });

  it("are none when there were none", async () => {
    expect(await mergeCarts(context, null, user.id)).toBeNull();
  });
});
