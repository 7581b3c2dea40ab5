import { describe, expect, it } from "vitest";
import { type Order, OrderLine, Parcel } from "#db/entities/index.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { readTracking } from "./carriers.server.ts";
import { dispatchMany, dispatchOrder } from "./dispatch.server.ts";
import { orderField } from "./order-commands.ts";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

const fileOf = (...rows: [order: Pick<Order, "invoiceNumber">, number: string][]) =>
  [
    "Order reference,Tracking number",
    ...rows.map(([order, number]) => `${order.invoiceNumber},${number}`),
  ].join("\n");

/** Sends what a file would send, as the form below its preview does. */
async function agree(text: string) {
  const { ready } = await readTracking(packer, { csv: text });
  const numbers = Object.fromEntries(ready.map(({ id, trackingNumber }) => [orderField(id), trackingNumber]));
  return dispatchMany(packer, { carrier: "Royal Mail", numbers });
}

describe("tracking numbers from a carrier's file", () => {
  it("send ten orders in one go with a mail each, and nothing twice however often the file comes", async () => {
    const customer = await makeUser(context);
    const orders = await Promise.all(Array.from({ length: 10 }, () => makeOrder(context, { customer })));
    const file = fileOf(...orders.map((order, index): [Order, string] => [order, `RM${index}GB`]));
    const before = await readTracking(packer, { csv: file });
    expect(before.ready.map(({ trackingNumber }) => trackingNumber).sort()).toEqual(
      orders.map((_, index) => `RM${index}GB`),
    );
    // A look sends nothing.
    expect(await context.em.fork().count(Parcel, { order: { $in: orders.map(({ id }) => id) } })).toBe(0);

    expect((await agree(file)).sent).toHaveLength(10);
    const after = await readTracking(packer, { csv: file });
    expect(after.ready).toEqual([]);
    expect(new Set(after.rows.map(({ refusal }) => refusal))).toEqual(
      new Set(["It was dispatched with this number before."]),
    );
    // Two windows with the same preview: the second agrees too late.
    const numbers = Object.fromEntries(
      before.ready.map(({ id, trackingNumber }) => [orderField(id), trackingNumber]),
    );
    await expect(dispatchMany(packer, { carrier: "Royal Mail", numbers })).toBeRefused("conflict", {
      message: "10 were not dispatched.",
      fields: {
        [`numbers.${orderField(orders[0]?.id ?? 0)}`]: [
          expect.stringContaining("This order was changed meanwhile"),
        ],
      },
    });
    expect(await mailsTo(context, customer.email)).toHaveLength(10);
    expect(await context.em.fork().count(Parcel, { order: { $in: orders.map(({ id }) => id) } })).toBe(10);
  });

  it("know a number that a part of the order went out with", async () => {
    const order = await makeOrder(context, { lines: [{ product: await makeProduct(context), quantity: 2 }] });
    const line = await context.em.fork().findOneOrFail(OrderLine, { order: order.id });
    await dispatchOrder(packer, {
      ...{ orderId: order.id, from: "processing", carrier: "DPD", trackingNumber: "PART1", note: "" },
      lines: [{ lineId: line.id, quantity: 1 }],
    });
    const { rows } = await readTracking(packer, { csv: fileOf([order, "PART1"]) });
    expect(rows).toMatchObject([{ refusal: "It was dispatched with this number before." }]);
    expect((await readTracking(packer, { csv: fileOf([order, "PART2"]) })).ready).toMatchObject([
      { id: order.id },
    ]);
  });

  it("are refused with a reason where the file cannot be read", async () => {
    await expect(readTracking(packer, { csv: "a,b\n1,2" })).toBeRefused("validation_failed", {
      message: expect.stringContaining("Its columns are: a, b."),
    });
  });
});
