import { beforeAll, describe, expect, it } from "vitest";
import { Order, OrderLine } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { dispatchMany, dispatchOrder } from "./dispatch.server.ts";
import { orderField } from "./order-commands.ts";
import { findOrdersToPack } from "./packing.server.ts";

let context: Context;
let packer: Context;

beforeAll(async () => {
  context = await testContext();
  packer = asUser(context, await makeUser(context, { role: "packer" }));
});

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;
const waiting = async () => (await findOrdersToPack(packer)).orders.map(({ id }) => id);

describe("sending many orders at once", () => {
  it("sends each with its own number and mail, leaves those without one, and remembers the carrier", async () => {
    const customer = await makeUser(context);
    const [first, second, third] = [
      await makeOrder(context, { customer }),
      await makeOrder(context, { customer }),
      await makeOrder(context, { customer }),
    ];
    const { sent } = await dispatchMany(packer, {
      carrier: "Parcelforce",
      numbers: { [orderField(first.id)]: "PF1", [orderField(second.id)]: "PF2", [orderField(third.id)]: "" },
    });
    expect(sent.sort()).toEqual([first.invoiceNumber, second.invoiceNumber].sort());
    expect(await waiting()).toContain(third.id);
    expect(await waiting()).not.toContain(first.id);
    expect(
      (await mailsTo(context, customer.email)).map(({ text }) => /PF\d/.exec(text ?? "")?.[0]).sort(),
    ).toEqual(["PF1", "PF2"]);
    expect((await findOrdersToPack(packer)).lastCarrier).toBe("Parcelforce");
  });

  it("keeps nobody back for one that cannot go, and says why at its number", async () => {
    const good = await makeOrder(context);
    const gone = await makeOrder(context, { status: "cancelled" });
    const sending = dispatchMany(packer, {
      carrier: "DPD",
      numbers: { [orderField(good.id)]: "D1", [orderField(gone.id)]: "D2" },
    });
    await expect(sending).rejects.toMatchObject({
      code: "conflict",
      fields: { [`numbers.${orderField(gone.id)}`]: [expect.stringContaining("cancelled")] },
    });
    expect(await statusOf(good.id)).toBe("completed");
  });

  it("asks for a number when there is none", async () => {
    await expect(dispatchMany(packer, { carrier: "DPD", numbers: {} })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
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
    const parcel = { orderId: id, from: "processing" as const, carrier: "DPD", trackingNumber: "P2" };
    await dispatchOrder(packer, { ...parcel, note: "", lines: [{ lineId: line.id, quantity: 2 }] });
    const { delivery: left } = (await waits()) ?? {};
    expect(left).toMatchObject({ loads: "1 parcel" });
    expect(left).not.toHaveProperty("split");
  });

  it("is what is left of paid orders, the oldest first, and nobody's who may not see orders", async () => {
    const product = await makeProduct(context);
    const day = (date: number) => new Date(Date.UTC(2020, 0, date));
    const younger = await makeOrder(context, { createdAt: day(2), lines: [{ product, quantity: 3 }] });
    const older = await makeOrder(context, { createdAt: day(1) });
    const pending = await makeOrder(context, { status: "pending", createdAt: day(1) });
    const line = await context.em.fork().findOneOrFail(OrderLine, { order: younger.id });
    await dispatchOrder(packer, {
      ...{ orderId: younger.id, from: "processing", carrier: "DPD", trackingNumber: "P1", note: "" },
      lines: [{ lineId: line.id, quantity: 2 }],
    });
    const { orders } = await findOrdersToPack(packer);
    expect(orders.slice(0, 2)).toMatchObject([
      { id: older.id, isPartSent: false },
      { id: younger.id, isPartSent: true, lines: [{ productId: product.id, quantity: 1 }] },
    ]);
    expect(orders.some(({ id }) => id === pending.id)).toBe(false);
    const customer = asUser(context, await makeUser(context));
    await expect(findOrdersToPack(customer)).rejects.toMatchObject({ code: "forbidden" });
    expect(JSON.stringify(orders)).not.toMatch(/price":[1-9]|totalAmount/);
  });
});
