import { beforeAll, describe, expect, it } from "vitest";
import { Order, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import {
  asUser,
  makeOrder,
  makeProduct,
  makeRefund,
  makeUser,
  testContext,
} from "#server/testing/factories.ts";
import { orderList } from "./order-search.ts";
import { searchOrders } from "./search-orders.server.ts";

const place = {
  name: "",
  address: "1 Hill Road",
  city: "",
  postcode: "",
  country: "United Kingdom",
  countryCode: "GB",
};

let staff: Context;

beforeAll(async () => {
  const context = await testContext();
  staff = asUser(context, await makeUser(context, { role: "shop_manager" }));
});

async function find(search: Record<string, string>) {
  return searchOrders(staff, orderList.read(new URLSearchParams(search)));
}

async function namesOf(search: Record<string, string>): Promise<string[]> {
  return (await find(search)).orders.map(({ customerName }) => customerName);
}

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
        shippingAddress: { ...place, city: "Great Malvern", postcode: "wr14 3aa" },
        billingAddress: { ...place, city: "Bath", postcode: "BA1 1AA" },
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
          shippingAddress: { ...place, address: "3 Column Lane, Kilnbury, sy81aa", city: "", postcode: "" },
        },
      );
      expect(await namesOf({ search })).toContain("Connie Counter");
    },
  );

  it("the order's id, and the id of a refund", async () => {
    const [order] = (await find({ search: "penrose" })).orders;
    const id = order?.id ?? 0;
    const { id: refundId } = await makeRefund(staff, { id }, 100);
    await staff.em.fork().nativeUpdate(Refund, { id: refundId }, { providerRefundId: "re_3QxPenrose" });
    expect(await namesOf({ search: "re_3QxPenrose" })).toEqual([caller]);
    expect((await find({ search: String(id) })).orders.map((each) => each.id)).toContain(id);
  });

  it("but not by its payment for whoever sees no money", async () => {
    const packer = asUser(staff, await makeUser(staff, { role: "packer" }));
    const asked = (search: string) => searchOrders(packer, orderList.read(new URLSearchParams({ search })));
    expect((await asked("pi_3QxPenrose1")).orders).toEqual([]);
    expect((await asked("900674")).orders).toHaveLength(1);
  });

  it("and by money that went back, which whoever sees no money does not list", async () => {
    const asked = async (who: Context) =>
      (await searchOrders(who, orderList.read(new URLSearchParams({ status: "refunded" })))).orders;
    expect((await asked(staff)).map(({ customerName }) => customerName)).toEqual([caller]);
    expect(await asked(asUser(staff, await makeUser(staff, { role: "packer" })))).toEqual([]);
  });

  it("once, however many ways lead to it, and a page at a time", async () => {
    for (let made = 0; made < 60; made += 1) {
      const { id } = await makeOrder(staff, { createdAt: new Date("2024-01-01T12:00:00Z") });
      const many = { ...place, city: "Manyford" };
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
