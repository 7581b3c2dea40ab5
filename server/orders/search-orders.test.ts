import { beforeAll, describe, expect, it } from "vitest";
import { Order, Product, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import type { OrderStatus } from "./order.ts";
import { orderList } from "./order-search.ts";
import { searchOrders } from "./search-orders.server.ts";

const people = [
  ["Jane Smith", "jane@example.com"],
  ["Tom O'Brien", "tom_b@example.com"],
  ["Ada 100%", "tomxb@example.com"],
] as const;

async function place(name: string, email: string, createdAt: string, status: OrderStatus, quantity = 1) {
  const product = await makeProduct(staff, { price: 1000 });
  const order = await makeOrder(staff, {
    lines: [{ product, quantity }],
    status,
    createdAt: new Date(createdAt),
  });
  await staff.em.fork().nativeUpdate(Order, { id: order.id }, { customerName: name, customerEmail: email });
  return order;
}

async function find(search: Record<string, string>) {
  return searchOrders(staff, orderList.read(new URLSearchParams(search)));
}

async function namesOf(search: Record<string, string>): Promise<string[]> {
  return (await find(search)).orders.map(({ customerName }) => customerName);
}

const context = await testContext();
const staff = asUser(context, await makeUser(context, { role: "shop_manager" }));
const [jane, tom, ada] = people;
await place(...jane, "2026-01-10T12:00:00Z", "completed", 3);
await place(...tom, "2026-01-31T23:59:59Z", "pending", 1);
await place(...ada, "2026-02-01T00:00:00Z", "cancelled", 2);

describe("the search of all orders", () => {
  it("finds by part of a name, taking no letter for a wildcard", async () => {
    expect(await namesOf({ search: "SMITH" })).toEqual(["Jane Smith"]);
    expect(await namesOf({ search: "o'bri" })).toEqual(["Tom O'Brien"]);
    expect(await namesOf({ search: "100%" })).toEqual(["Ada 100%"]);
    expect(await namesOf({ search: "S__th" })).toEqual([]);
  });

  it("finds by the beginning of an email address", async () => {
    expect(await namesOf({ search: "tom_b" })).toEqual(["Tom O'Brien"]);
    expect(await namesOf({ search: "jane@" })).toEqual(["Jane Smith"]);
    expect(await namesOf({ search: "example.com" })).toEqual([]);
  });

  it("finds by the beginning of an invoice number and by a VAT invoice number", async () => {
    const [order] = (await find({ search: "smith" })).orders;
    const row = await staff.em.fork().findOneOrFail(Order, order?.id ?? 0);
    expect(await namesOf({ search: row.invoiceNumber })).toEqual(["Jane Smith"]);
    expect(await namesOf({ search: row.invoiceNumber.slice(0, -1) })).toContain("Jane Smith");
    await staff.em.fork().nativeUpdate(Order, { id: row.id }, { vatInvoiceNumber: "OXB-004711" });
    expect(await namesOf({ search: "4711" })).toEqual(["Jane Smith"]);
    expect(await namesOf({ search: "oxb-004711" })).toEqual(["Jane Smith"]);
  });

  it("says how much more it takes when too little was typed", async () => {
    expect(await find({ search: "ab" })).toMatchObject({
      orders: [],
      needs: expect.stringContaining("3 letters"),
    });
  });

  it("keeps to a status and to days in UK time, and counts them", async () => {
    expect(await namesOf({ status: "pending" })).toEqual(["Tom O'Brien"]);
    expect(await namesOf({ from: "2026-01-10", to: "2026-01-31" })).toEqual(["Tom O'Brien", "Jane Smith"]);
    expect(await find({ from: "2026-02-01" })).toMatchObject({ total: 1 });
    expect(await find({ from: "2026-01-01", to: "2026-01-31", status: "completed" })).toMatchObject({
      total: 1,
    });
    expect(await find({})).toMatchObject({ total: 3 });
    expect(await find({ search: "smith", status: "completed" })).toMatchObject({ total: null });
  });

  it("sorts by time and by total", async () => {
    const [jane, tom, ada] = people.map(([name]) => name);
    expect(await namesOf({})).toEqual([ada, tom, jane]);
    expect(await namesOf({ sort: "oldest" })).toEqual([jane, tom, ada]);
    expect(await namesOf({ sort: "highest" })).toEqual([jane, ada, tom]);
    expect(await namesOf({ sort: "lowest" })).toEqual([tom, ada, jane]);
  });

  it("pages forwards and back without losing or doubling an order, also where totals are equal", async () => {
    const moment = new Date("2025-05-05T12:00:00Z");
    for (let made = 0; made < 101; made += 1) await makeOrder(staff, { createdAt: moment });
    const days = { from: "2025-05-05", to: "2025-05-05", sort: "highest" };
    const first = await find(days);
    const second = await find({ ...days, after: String(first.next) });
    const third = await find({ ...days, after: String(second.next) });
    const ids = [first, second, third].map(({ orders }) => orders.map(({ id }) => id));
    expect(ids.map(({ length }) => length)).toEqual([50, 50, 1]);
    expect(new Set(ids.flat()).size).toBe(101);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await find({ ...days, before: String(third.previous) });
    expect(back.orders.map(({ id }) => id)).toEqual(ids[1]);
    const start = await find({ ...days, before: String(back.previous) });
    expect(start.orders.map(({ id }) => id)).toEqual(ids[0]);
    expect(start.previous).toBeNull();
  });
});

it("the list of orders says where a delivery is to be agreed", async () => {
  const { id } = await place("Ida Abroad", "ida@example.com", "2025-01-01T10:00:00Z", "processing");
  const flagOf = async () => (await find({ search: "ida@example.com" })).orders[0]?.deliveryToBeAgreed;
  expect(await flagOf()).toBe(false);
  await staff.em.fork().nativeUpdate(Order, { id }, { deliveryToBeAgreed: true });
  expect(await flagOf()).toBe(true);
});

it("a day of the list begins by the shop's clocks, which are an hour ahead in summer", async () => {
  await place("Ida June", "june@example.com", "2025-06-30T23:30:00Z", "processing");
  expect(await namesOf({ from: "2025-07-01", to: "2025-07-01" })).toEqual(["Ida June"]);
  expect(await namesOf({ from: "2025-06-30", to: "2025-06-30" })).toEqual([]);
});

const emptyPlace = {
  name: "",
  address: "1 Hill Road",
  city: "",
  postcode: "",
  country: "United Kingdom",
  countryCode: "GB",
};

describe("orders are found by what callers say:", () => {
  const caller = "Ruth Penrose";

  beforeAll(async () => {
    const product = await makeProduct(staff, { name: "Biochar Masks" });
    const { id } = await makeOrder(staff, { lines: [{ product, quantity: 1 }] });
    await staff.em.fork().nativeUpdate(
      Order,
      { id },
      {
        customerName: caller,
        customerPhone: "+44 7700 900674",
        shippingAddress: { ...emptyPlace, city: "Great Malvern", postcode: "wr14 3aa" },
        billingAddress: { ...emptyPlace, city: "Bath", postcode: "BA1 1AA" },
        transactionId: "pi_3QxPenrose1",
      },
    );
  });

  it.each([
    ...["07700 900674", "07700900674", "900674", "+44 7700 900674"],
    ...["WR14", "wr14 3aa", "WR143AA", "BA1", "ba1 1aa"],
    ...["malvern", "Great Malvern", "Bath"],
    ...["Biochar Masks", "masks"],
    ...["pi_3QxPenrose1"],
  ])("%s", async (search) => {
    expect(await namesOf({ search })).toEqual([caller]);
    expect(await namesOf({ search, sort: "highest", status: "processing" })).toEqual([caller]);
    expect(await namesOf({ search, status: "cancelled" })).toEqual([]);
  });

  it.each(["07700 900675", "WR15", "Malverne", "Masks of brass", "pi_3QxPenrose2"])(
    "and nobody else's: %s",
    async (search) => {
      expect(await namesOf({ search })).toEqual([]);
    },
  );

  it.each(["sy8 1aa", "SY8", "Kilnbury"])(
    "a counter's order, whose address is one text: %s",
    async (search) => {
      const { id } = await makeOrder(staff);
      await staff.em.fork().nativeUpdate(
        Order,
        { id },
        {
          customerName: "Connie Counter",
          customerAddress: "3 Column Lane, Kilnbury, sy81aa, United Kingdom",
          shippingAddress: {
            ...emptyPlace,
            address: "3 Column Lane, Kilnbury, sy81aa",
            city: "",
            postcode: "",
          },
        },
      );
      expect(await namesOf({ search })).toContain("Connie Counter");
    },
  );

  it("the order's id, and the id of a refund", async () => {
    const [order] = (await find({ search: "penrose" })).orders;
    const id = order?.id ?? 0;
    const { id: refundId } = await refundOrder(staff, { id }, 100);
    await staff.em.fork().nativeUpdate(Refund, { id: refundId }, { providerRefundId: "re_3QxPenrose" });
    expect(await namesOf({ search: "re_3QxPenrose" })).toEqual([caller]);
    expect((await find({ search: String(id) })).orders.map((each) => each.id)).toContain(id);
  });

  it("but not by its payment for anyone who sees no money", async () => {
    const packer = asUser(staff, await makeUser(staff, { role: "packer" }));
    const asked = (search: string) => searchOrders(packer, orderList.read(new URLSearchParams({ search })));
    expect((await asked("pi_3QxPenrose1")).orders).toEqual([]);
    expect((await asked("900674")).orders).toHaveLength(1);
  });

  it("and by money that went back, which anyone who sees no money does not list", async () => {
    const asked = async (who: Context) =>
      (await searchOrders(who, orderList.read(new URLSearchParams({ status: "refunded" })))).orders;
    expect((await asked(staff)).map(({ customerName }) => customerName)).toEqual([caller]);
    const order = await makeOrder(staff, { createdAt: new Date("2024-01-01T12:00:00Z") });
    const { id: refundId } = await refundOrder(staff, order, 100);
    await staff.em.fork().nativeUpdate(Refund, { id: refundId }, { status: "failed" });
    expect((await asked(staff)).map(({ customerName }) => customerName)).toEqual([caller]);
    expect(await asked(asUser(staff, await makeUser(staff, { role: "packer" })))).toEqual([]);
  });

  it("once, however many ways lead to it, and a page at a time", async () => {
    for (let made = 0; made < 60; made += 1) {
      const { id } = await makeOrder(staff, { createdAt: new Date("2024-01-01T12:00:00Z") });
      const many = { ...emptyPlace, city: "Manyford" };
      await staff.em
        .fork()
        .nativeUpdate(
          Order,
          { id },
          { customerName: "Mr Manyford", shippingAddress: many, billingAddress: many },
        );
    }
    const first = await find({ search: "manyford" });
    const second = await find({ search: "manyford", after: String(first.next) });
    const ids = [...first.orders, ...second.orders].map(({ id }) => id);
    expect([first.orders.length, second.orders.length, new Set(ids).size]).toEqual([50, 10, 60]);
  });
});

it("the search takes no word that more than a hundred products are called for the name of a few", async () => {
  const word = "Ubiquitous";
  const sold = await makeProduct(staff, { name: word });
  const order = await makeOrder(staff, { lines: [{ product: sold, quantity: 1 }] });
  let last = sold;
  for (let made = 0; made < 100; made += 1) last = await makeProduct(staff, { name: `${word} ${made}` });
  expect((await find({ search: word })).orders).toEqual([]);
  await staff.em.fork().nativeUpdate(Product, last.id, { name: "Rare" });
  expect((await find({ search: word })).orders.map(({ id }) => id)).toEqual([order.id]);
});
