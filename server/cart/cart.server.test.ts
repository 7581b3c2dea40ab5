import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Cart, CartLine, Checkout, Product, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import {
  asUser,
  makeCart,
  makeProduct,
  makeUser,
  testContext,
  withSettings,
} from "#server/testing/factories.ts";
import {
  addToCart,
  cartFormSchema,
  changeQuantity,
  clearCart,
  removeFromCart,
} from "./change-cart.server.ts";
import { cartCookieHeader, cartIdFrom, readCart } from "./read-cart.server.ts";

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await testContext();
  product = await makeProduct(context, { price: 1250, stockQuantity: 50 });
});

const quantities = async (cartId: string) =>
  (await readCart(context, cartId)).lines.map(({ productId, quantity }) => [productId, quantity]);

describe("adding to the cart", () => {
  it("makes a cart for a browser without one", async () => {
    const { cartId } = await addToCart(context, null, { productId: product.id, quantity: 2 });
    expect(await quantities(cartId)).toEqual([[product.id, 2]]);
  });

  it("makes a signed-in user's cart theirs", async () => {
    const user = await makeUser(context);
    const signedIn = asUser(context, user);
    const { cartId } = await addToCart(signedIn, null, { productId: product.id, quantity: 1 });
    expect((await context.em.fork().findOneOrFail(Cart, cartId)).user?.id).toBe(user.id);
  });

  it("sums the quantities of a product that is in it already", async () => {
    const { cartId } = await addToCart(context, null, { productId: product.id, quantity: 2 });
    await addToCart(context, cartId, { productId: product.id, quantity: 3 });
    expect(await quantities(cartId)).toEqual([[product.id, 5]]);
  });

  it("never loses one of many adds at the same time", async () => {
    const cartId = randomUUID();
    const others = await Promise.all([makeProduct(context), makeProduct(context)]);
    const adds = [product, ...others].flatMap(({ id }) =>
      Array.from({ length: 5 }, () => addToCart(context, cartId, { productId: id, quantity: 2 })),
    );
    await Promise.all(adds);
    const lines = await quantities(cartId);
    expect(lines.map(([, quantity]) => quantity)).toEqual([10, 10, 10]);
  });

  it("stops at what can be sold, and says so", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 48 }]);
    const added = await addToCart(context, cartId, { productId: product.id, quantity: 5 });
    expect(added.limitMessage).toBe(`Only 50 of ${product.name} can be bought now, so your cart holds 50.`);
    expect(await quantities(cartId)).toEqual([[product.id, 50]]);
  });

  it("stops at 99 of one product, and says so", async () => {
    const plenty = await makeProduct(context, { stockQuantity: 500 });
    const cartId = await makeCart(context, [{ product: plenty, quantity: 60 }]);
    const added = await addToCart(context, cartId, { productId: plenty.id, quantity: 60 });
    expect(added).toMatchObject({ quantity: 99, limitMessage: expect.stringContaining("at most 99") });
  });

  it("is refused when the line is full", async () => {
    const plenty = await makeProduct(context, { stockQuantity: 500 });
    const cartId = await makeCart(context, [
      { product, quantity: 50 },
      { product: plenty, quantity: 99 },
    ]);
    await expect(addToCart(context, cartId, { productId: product.id, quantity: 1 })).toBeRefused(
      "out_of_stock",
    );
    await expect(addToCart(context, cartId, { productId: plenty.id, quantity: 1 })).toBeRefused(
      "validation_failed",
      { fields: { quantity: [expect.stringContaining("at most 99")] } },
    );
    expect(await quantities(cartId)).toEqual([
      [product.id, 50],
      [plenty.id, 99],
    ]);
  });

  it("is refused with 'Out of Stock' when nothing can be sold, what others hold counted", async () => {
    const reserved = await makeProduct(context, { stockQuantity: 4, heldQuantity: 4 });
    await expect(addToCart(context, null, { productId: reserved.id, quantity: 1 })).toBeRefused(
      "out_of_stock",
      { message: "Out of Stock" },
    );
  });

  it("knows no limit of stock while stock is not managed", async () => {
    const none = await makeProduct(context, { stockQuantity: 0 });
    const unmanaged = withSettings(context, { stockManagement: false });
    const { cartId, quantity } = await addToCart(unmanaged, null, { productId: none.id, quantity: 99 });
    expect(quantity).toBe(99);
    expect((await readCart(unmanaged, cartId)).lines[0]?.stockQuantity).toBe(99);
  });

  it("is refused for products that are unknown or archived", async () => {
    const archived = await makeProduct(context, { archivedAt: new Date() });
    for (const productId of [archived.id, 2_000_000_000]) {
      await expect(addToCart(context, null, { productId, quantity: 1 })).toBeRefused("not_found");
    }
  });

  it.each([0, -5, 100, 1.5])("is refused for a quantity of %d", async (quantity) => {
    await expect(addToCart(context, null, { productId: product.id, quantity })).toBeRefused(
      "validation_failed",
    );
  });
});

describe("changing a quantity", () => {
  it("sets it", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 14 }]);
    await changeQuantity(context, cartId, { productId: product.id, quantity: 3 });
    expect(await quantities(cartId)).toEqual([[product.id, 3]]);
  });

  it("stops at what can be sold, and says so", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const changed = await changeQuantity(context, cartId, { productId: product.id, quantity: 60 });
    expect(changed).toEqual({ quantity: 50, limitMessage: expect.stringContaining("Only 50") });
  });

  it("is refused for a product that is not in the cart", async () => {
    const cartId = await makeCart(context, []);
    await expect(changeQuantity(context, cartId, { productId: product.id, quantity: 3 })).toBeRefused(
      "not_found",
    );
  });
});

describe("taking out", () => {
  it("removes one product, or all", async () => {
    const other = await makeProduct(context);
    const cartId = await makeCart(context, [
      { product, quantity: 1 },
      { product: other, quantity: 2 },
    ]);
    await removeFromCart(context, cartId, { productId: product.id });
    expect(await quantities(cartId)).toEqual([[other.id, 2]]);
    await clearCart(context, cartId);
    expect(await quantities(cartId)).toEqual([]);
  });

  it("touches no other cart", async () => {
    const mine = await makeCart(context, [{ product, quantity: 1 }]);
    const theirs = await makeCart(context, [{ product, quantity: 1 }]);
    await clearCart(context, mine);
    expect(await quantities(theirs)).toEqual([[product.id, 1]]);
  });
});

describe("reading a cart", () => {
  it("without an id is empty and costs nothing", async () => {
    expect(await readCart(context, null)).toEqual({
      id: null,
      lines: [],
      noLongerSold: [],
      itemCount: 0,
      subtotal: 0,
      drawerShipping: 0,
      drawerTotal: 0,
      deliverySentence: "UK delivery £10.99, free from £45; final total before you pay.",
    });
  });

  it("adds up, with the drawer's £4.99", async () => {
    const other = await makeProduct(context, { price: 999, taxRate: 500 });
    const cartId = await makeCart(context, [
      { product, quantity: 2 },
      { product: other, quantity: 3 },
    ]);
    const cart = await readCart(context, cartId);
    expect(cart).toMatchObject({ itemCount: 5, subtotal: 5497, drawerShipping: 499, drawerTotal: 5996 });
    expect(cart.lines.map((line) => line.vatRate)).toEqual([2000, 500]);
  });

  it.each([
    [1, 499],
    [4500, 499],
  ])(
    "has the drawer's flat shipping until rates are saved: %i pence of goods, %i",
    async (price, shipping) => {
      const cartId = await makeCart(context, [
        { product: await makeProduct(context, { price }), quantity: 1 },
      ]);
      expect(await readCart(context, cartId)).toMatchObject({
        drawerShipping: shipping,
        drawerTotal: price + shipping,
      });
    },
  );

  it.each([
    [9999, 999],
    [10_000, 0],
  ])("has that of the owner's saved rule from then on: %i pence of goods, %i", async (price, shipping) => {
    const cartId = await makeCart(context, [{ product: await makeProduct(context, { price }), quantity: 1 }]);
    const saved = withSettings(context, {
      savedTabs: ["Shipping"],
      standardShippingCost: 9.99,
      freeShippingThreshold: 100,
    });
    expect((await readCart(saved, cartId)).drawerShipping).toBe(shipping);
    expect((await readCart(saved, await makeCart(context, []))).drawerShipping).toBe(0);
  });

  it("shows today's price, not that of the day something was added", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 2 }]);
    await context.em.fork().nativeUpdate(Product, product.id, { salePrice: 700, onSale: true });
    expect((await readCart(context, cartId)).lines[0]).toMatchObject({ unitPrice: 700, lineTotal: 1400 });
  });

  it("no longer holds what was archived, and says so", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 2 }]);
    await context.em.fork().nativeUpdate(Product, product.id, { archivedAt: new Date() });
    expect(await readCart(context, cartId)).toMatchObject({
      lines: [],
      noLongerSold: [{ productId: product.id, name: product.name }],
      itemCount: 0,
      drawerTotal: 0,
    });
  });

  it("takes the rate of products without one from the settings, none when tax is off", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const rateWith = async (settings: Parameters<typeof withSettings>[1]) =>
      (await readCart(withSettings(context, settings), cartId)).lines[0]?.vatRate;
    expect(await rateWith({ taxRate: 0.175 })).toBe(1750);
    expect(await rateWith({ taxEnabled: false })).toBe(0);
  });

  it("counts what the cart's own open payment holds as still its own", async () => {
    const last = await makeProduct(context, { stockQuantity: 5, heldQuantity: 5 });
    const cartId = await makeCart(context, [{ product: last, quantity: 5 }]);
    const em = context.em.fork();
    const checkout = em.create(Checkout, { id: randomUUID(), cart: cartId, totalAmount: 1000 });
    em.create(StockHold, { checkout, product: last.id, quantity: 5, expiresAt: new Date() });
    await em.flush();
    expect((await readCart(context, cartId)).lines[0]?.stockQuantity).toBe(5);
    const other = await makeCart(context, [{ product: last, quantity: 1 }]);
    expect((await readCart(context, other)).lines[0]?.stockQuantity).toBe(0);
  });
});

describe("the cart of a browser", () => {
  const requestWith = (cookie: string) => new Request("http://shop.test/", { headers: { cookie } });

  it("is the one its signed cookie names", async () => {
    const cartId = await makeCart(context, []);
    const cookie = await cartCookieHeader(context, cartId);
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/);
    expect(await cartIdFrom(context, requestWith(cookie.split(";")[0] ?? ""))).toBe(cartId);
  });

  it("is none without a cookie or with a forged one", async () => {
    const forged = Buffer.from(JSON.stringify(randomUUID())).toString("base64");
    expect(await cartIdFrom(context, requestWith(""))).toBeNull();
    expect(await cartIdFrom(context, requestWith(`cart=${forged}`))).toBeNull();
    expect(await cartIdFrom(context, requestWith(`cart=${forged}.AAAA`))).toBeNull();
  });

  it("is the latest of a signed-in user on a new device", async () => {
    const user = await makeUser(context);
    const carts = [await makeCart(context, [], user), await makeCart(context, [], user)];
    const latest = async () => cartIdFrom(asUser(context, user), requestWith(""));
    const touch = (cartId: string) =>
      context.em.fork().nativeUpdate(Cart, { id: cartId }, { updatedAt: new Date(Date.now() + 1000) });
    for (const cartId of carts) {
      await touch(cartId);
      expect(await latest()).toBe(cartId);
    }
  });
});

describe("a line in the database", () => {
  it("is gone with its product", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    await context.em.fork().nativeDelete(Product, product.id);
    expect(await context.em.fork().count(CartLine, { cart: cartId })).toBe(0);
  });
});

describe("the cart's forms", () => {
  it.each([
    ["7", 7],
    [" 99 ", 99],
    ["100", 100],
    ["0", 0],
    ["-3", -3],
    ["1.5", 1.5],
    ["", 1],
    ["1,500", 1500],
    [undefined, 1],
  ])("read a quantity of %j as %d", (quantity, expected) => {
    expect(cartFormSchema.parse({ intent: "add", productId: "3", quantity })).toEqual({
      intent: "add",
      productId: 3,
      quantity: expected,
    });
  });

  it.each([
    {},
    { intent: "steal" },
    { intent: "add" },
    { intent: "add", productId: "x" },
    { intent: "remove", productId: "0" },
    { intent: "change", productId: "99999999999" },
  ])("refuse %j", (fields) => {
    expect(cartFormSchema.safeParse(fields).success).toBe(false);
  });
});
