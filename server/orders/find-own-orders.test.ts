import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { currentUser } from "#server/accounts/user-views.server.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import {
  asUser,
  makeCart,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
} from "#server/testing/factories.ts";
import { makeLostDispute, refundOrder } from "#server/testing/ledger.ts";
import { buyAgain, findOwnOrder, listOwnOrders, ownOrderTotals } from "./own-orders.server.ts";
import { cancelByOf } from "./withdrawal-texts.ts";

async function twoCustomers() {
  const context = await testContext();
  const [mine, theirs] = [await makeUser(context), await makeUser(context)];
  return { context, mine, theirs, asMe: asUser(context, mine) };
}

describe("one's own orders", () => {
  it("are listed newest first, with where to go on", async () => {
    const { context, mine, theirs, asMe } = await twoCustomers();
    const older = await makeOrder(context, { customer: mine, createdAt: new Date("2026-01-01T10:00:00Z") });
    const newer = await makeOrder(context, { customer: mine, createdAt: new Date("2026-02-01T10:00:00Z") });
    const other = await makeOrder(context, { customer: theirs });
    expect((await listOwnOrders(asMe, 10)).map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect((await listOwnOrders(asMe, 10, newer.id)).map(({ id }) => id)).toEqual([older.id]);
    expect(await listOwnOrders(asMe, 10, other.id)).toEqual([]);
  });

  it("say until when they can be cancelled at least: 14 days after they went out", async () => {
    const { context, mine, asMe } = await twoCustomers();
    const { id } = await makeOrder(context, { customer: mine });
    expect((await findOwnOrder(asMe, id)).cancelBy).toBeNull();
    const em = context.em.fork();
    await em.nativeUpdate(Order, { id }, { dispatchedAt: new Date("2026-11-03T10:00:00Z") });
    expect((await findOwnOrder(asMe, id)).cancelBy).toBe("2026-11-17T23:59:59.999Z");
    const [listed] = await listOwnOrders(asMe, 1);
    expect(listed && cancelByOf(listed)).toBe("2026-11-17T23:59:59.999Z");
    await em.nativeUpdate(Order, { id }, { status: "cancelled" });
    expect((await findOwnOrder(asMe, id)).cancelBy).toBeNull();
  });

  it("never include somebody else's: not found, with nothing of it told, also for staff", async () => {
    const { context, theirs, asMe } = await twoCustomers();
    const order = await makeOrder(context, { customer: theirs });
    const asAdministrator = asUser(context, await makeUser(context, { role: "administrator" }));
    for (const asking of [asMe, asAdministrator]) {
      const there = await findOwnOrder(asking, order.id).catch((error: unknown) => error);
      const nowhere = await findOwnOrder(asking, 2_000_000_000).catch((error: unknown) => error);
      expect(there).toMatchObject({ status: 404, message: "Order not found" });
      expect(nowhere).toMatchObject({ status: 404, message: "Order not found" });
    }
    for (const id of [0, -1, 1.5, Number.NaN, 3_000_000_000]) {
      await expect(findOwnOrder(asMe, id)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("are added up without what was given back by refunds and lost disputes", async () => {
    const { context, mine, asMe } = await twoCustomers();
    const lines = [{ product: await makeProduct(context, { price: 1250 }), quantity: 2 }];
    const [whole, part, disputed] = [
      await makeOrder(context, { customer: mine, lines }),
      await makeOrder(context, { customer: mine, lines }),
      await makeOrder(context, { customer: mine, lines }),
    ];
    await refundOrder(context, whole, whole.totalAmount);
    await refundOrder(context, part, 300);
    await refundOrder(context, part, 700, "failed");
    const { payment } = await refundOrder(context, disputed, 100, "requested");
    if (!payment) throw new Error("no payment");
    await makeLostDispute(context, payment, 2400, disputed);
    expect(await ownOrderTotals(asMe)).toMatchObject({ totalOrders: 3, totalSpent: 2200 });
    expect(await currentUser(asMe)).toMatchObject({ totalLifetimeValue: 2200 });
  });

  it("are added up without cancelled ones", async () => {
    const { context, mine, asMe } = await twoCustomers();
    const lines = [{ product: await makeProduct(context, { price: 1250 }), quantity: 2 }];
    await makeOrder(context, { customer: mine, lines, status: "completed" });
    await makeOrder(context, { customer: mine, lines });
    await makeOrder(context, { customer: mine, lines, status: "cancelled" });
    expect(await ownOrderTotals(asMe)).toEqual({
      totalOrders: 3,
      completedOrders: 1,
      totalSpent: 5000,
      currency: "gbp",
    });
  });
});

describe("buying an order again", () => {
  it("puts its items into the cart as far as they can be had, and says what cannot", async () => {
    const { context, mine, asMe } = await twoCustomers();
    const [plenty, scarce, gone] = [
      await makeProduct(context),
      await makeProduct(context, { stockQuantity: 1 }),
      await makeProduct(context, { archivedAt: new Date() }),
    ];
    const order = await makeOrder(context, {
      customer: mine,
      lines: [plenty, scarce, gone].map((product) => ({ product, quantity: 2 })),
    });
    const cartId = await makeCart(context, []);
    const again = await buyAgain(asMe, cartId, order.id);
    expect(again.cartId).toBe(cartId);
    expect(again.shortfalls).toHaveLength(2);
    const cart = await readCart(context, cartId);
    expect(cart.itemCount).toBe(3);
  });

  it("is not possible with somebody else's order", async () => {
    const { context, theirs, asMe } = await twoCustomers();
    const order = await makeOrder(context, { customer: theirs });
    await expect(buyAgain(asMe, null, order.id)).rejects.toMatchObject({ status: 404 });
  });
});
