import { describe, expect, it } from "vitest";
import { Order, OrderLine } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { send } from "#server/testing/batches.ts";
import {
  asUser,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
  withSettings,
} from "#server/testing/factories.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { findOrderAtBench, findOrdersToPack } from "./packing.server.ts";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

const day = (date: number) => new Date(Date.UTC(2020, 0, date));

describe("an order on the packing bench", () => {
  it("shows what is left with its weights, what has gone, its place and the order after it", async () => {
    const product = await makeProduct(context, { grossGrams: 1300 });
    const first = await makeOrder(context, { createdAt: day(1), lines: [{ product, quantity: 3 }] });
    const second = await makeOrder(context, { createdAt: day(2) });
    const waiting = (await findOrdersToPack(packer)).orders.length;
    const bench = () => findOrderAtBench(packer, first.id);
    expect(await bench()).toMatchObject({
      order: { id: first.id, lines: [{ quantity: 3, grossGrams: 1300 }] },
      ...{ parcels: [], place: 1, waiting, next: { id: second.id, invoiceNumber: second.invoiceNumber } },
    });
    const line = await context.em.fork().findOneOrFail(OrderLine, { order: first.id });
    const parcel = { orderId: first.id, from: "processing" as const, carrier: "Evri", note: "" };
    await dispatchOrder(packer, {
      ...{ ...parcel, trackingNumber: "E1" },
      lines: [{ lineId: line.id, quantity: 2 }],
    });
    expect(await bench()).toMatchObject({
      order: { isPartSent: true, lines: [{ quantity: 1 }] },
      ...{ parcels: [{ trackingNumber: "E1" }], place: 1, lastCarrier: "Evri" },
    });
    await dispatchOrder(packer, { ...parcel, trackingNumber: "E2" });
    expect(await bench()).toMatchObject({
      order: { status: "completed", lines: [] },
      ...{ parcels: [{}, {}], place: null, waiting: waiting - 1, next: { id: second.id } },
    });
  });

  it("tells nothing of money, not even to those who may see it", async () => {
    const product = await makeProduct(context, { price: 43_217 });
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
    const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
    const text = JSON.stringify(await findOrderAtBench(administrator, id));
    expect(text).not.toMatch(/43217|86434|totalAmount|unitPrice|"price"/);
  });

  it.each([0, 1.5, Number.NaN, 2_000_000_000, 9_999_999_999])("is not found by the id %d", async (id) => {
    await expect(findOrderAtBench(packer, id)).toBeRefused("not_found");
  });
});

it("the run of an order is the zone of the shop's rates, else the area of its postcode", async () => {
  const { id } = await makeOrder(context);
  const place = {
    name: "G",
    address: "1",
    city: "Inverness",
    postcode: "IV1 1AA",
    country: "United Kingdom",
  };
  const em = context.em.fork();
  await em.nativeUpdate(Order, id, { shippingAddress: { ...place, countryCode: "GB" } });
  const runIn = async (reader: Context) =>
    (await findOrdersToPack(reader)).orders.find((order) => order.id === id)?.run;
  expect(await runIn(packer)).toBe("IV");
  const deliveryTariff = "zone;places;full pallet\nHighlands;IV, KW;120";
  expect(await runIn(withSettings(packer, { deliveryTariff }))).toBe("Highlands");
});

describe("what waits to be packed", () => {
  it("tells what each parcel holds only while all of the order is still to be sent", async () => {
    const delivery = {
      ...{ id: "standard", label: "Standard delivery", price: 695, loads: "1 parcel" },
      split: [
        { kind: "parcel" as const, count: 1, grams: 3000, packs: [{ productName: "Char", quantity: 3 }] },
      ],
    };
    const product = await makeProduct(context);
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
    const em = context.em.fork();
    await em.nativeUpdate(Order, id, { delivery });
    const waits = async () => (await findOrdersToPack(packer)).orders.find((order) => order.id === id);
    expect((await waits())?.delivery).toMatchObject({ loads: "1 parcel", split: delivery.split });
    const line = await em.findOneOrFail(OrderLine, { order: id });
    await send(context, { id }, [{ lineId: line.id, quantity: 2 }]);
    const { delivery: left } = (await waits()) ?? {};
    expect(left).toMatchObject({ loads: "1 parcel" });
    expect(left).not.toHaveProperty("split");
  });

  it("is what is left of paid orders, the oldest first, and nobody's who may not see orders", async () => {
    const product = await makeProduct(context);
    const younger = await makeOrder(context, { createdAt: day(-8), lines: [{ product, quantity: 3 }] });
    const older = await makeOrder(context, { createdAt: day(-9) });
    const pending = await makeOrder(context, { status: "pending", createdAt: day(-9) });
    const line = await context.em.fork().findOneOrFail(OrderLine, { order: younger.id });
    await send(context, younger, [{ lineId: line.id, quantity: 2 }]);
    const { orders } = await findOrdersToPack(packer);
    expect(orders.slice(0, 2)).toMatchObject([
      { id: older.id, isPartSent: false },
      { id: younger.id, isPartSent: true, lines: [{ productId: product.id, quantity: 1 }] },
    ]);
    expect(orders.some(({ id }) => id === pending.id)).toBe(false);
  });
});
