import { describe, expect, it } from "vitest";
import type { Order } from "#db/entities/index.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import type { OrderStatus } from "./order.ts";
import { orderList } from "./order-search.ts";
import { findOrderPage } from "./search-orders.server.ts";

async function place(day: number, price: number, status: OrderStatus): Promise<Order> {
  const product = await makeProduct(context, { price });
  return makeOrder(context, {
    lines: [{ product, quantity: 1 }],
    status,
    createdAt: new Date(`2026-01-0${day}T12:00:00Z`),
  });
}

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
const packer = asUser(context, await makeUser(context, { role: "packer" }));
/** The oldest first. */
const orders = [
  await place(1, 500, "processing"),
  await place(2, 900, "completed"),
  await place(3, 100, "processing"),
  await place(4, 700, "processing"),
];

/** The page of one of the orders, found in a list, with the places of its neighbours among them. */
async function neighboursOf(place: number, search: Record<string, string> = {}, who = manager) {
  const asked = String(orders[place]?.id);
  const page = await findOrderPage(who, asked, orderList.read(new URLSearchParams(search)));
  const placeOf = (id: number | undefined) => orders.findIndex((order) => order.id === id);
  return [placeOf(page?.previous?.id), placeOf(page?.next?.id)];
}

const NONE = -1;

describe("the page of an order", () => {
  it("is found by its id and by its invoice number", async () => {
    const [first] = orders;
    const all = orderList.read(new URLSearchParams());
    for (const asked of [String(first?.id), String(first?.invoiceNumber)]) {
      expect(await findOrderPage(manager, asked, all)).toMatchObject({ id: first?.id });
    }
  });

  it.each(["999999", "99999999999", "0", "-1", "INV-1", "1e3", "abc", "", "1 or 1=1"])(
    "there is none at %j",
    async (asked) => {
      expect(await findOrderPage(manager, asked, orderList.read(new URLSearchParams()))).toBeNull();
    },
  );

  it("knows what is above and below it among the newest orders", async () => {
    expect(await neighboursOf(3)).toEqual([NONE, 2]);
    expect(await neighboursOf(2)).toEqual([3, 1]);
    expect(await neighboursOf(0)).toEqual([1, NONE]);
  });

  it("knows its neighbours in the list that it was found in, also once it is no longer in there", async () => {
    expect(await neighboursOf(2, { status: "processing" })).toEqual([3, 0]);
    expect(await neighboursOf(1, { status: "processing" })).toEqual([2, 0]);
    expect(await neighboursOf(0, { sort: "highest" })).toEqual([3, 2]);
    expect(await neighboursOf(0, { sort: "oldest" })).toEqual([NONE, 1]);
  });

  it("does not tell a packer which order came to more", async () => {
    expect(await neighboursOf(2, { sort: "highest" }, packer)).toEqual([3, 1]);
  });
});
