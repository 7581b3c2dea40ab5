import { describe, expect, it } from "vitest";
import { OrderLine } from "#db/entities/index.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { postForm } from "#server/testing/post-form.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));

const sent = { carrier: "Royal Mail", trackingNumber: "AB123456789GB", note: "" };

describe("dispatching", () => {
  it("completes the order, keeps the tracking number and tells the customer by mail once", async () => {
    const customer = await makeUser(context);
    const { id, invoiceNumber } = await makeOrder(context, { customer });
    const dispatch = () => dispatchOrder(manager, { orderId: id, from: "processing", ...sent });
    const attempts = await Promise.allSettled([dispatch(), dispatch()]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await findStaffOrder(manager, id)).toMatchObject({
      status: "completed",
      carrier: "Royal Mail",
      trackingNumber: "AB123456789GB",
      dispatchedAt: expect.any(String),
    });
    const [mail, ...others] = await mailsTo(context, customer.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Your order ${invoiceNumber} is on its way`);
    expect(mail?.text).toContain("AB123456789GB");
    expect(mail?.text).toContain("https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB");
    expect(mail?.text).toContain(
      "the last of the goods, at least until 16 March 2026: Cancel or return http",
    );
    expect(mail?.text).toMatch(/order-confirmation\?t=INV-/);
  });

  it("also goes for an order that completed itself, but not for one that is pending or cancelled", async () => {
    const completed = await makeOrder(context, { status: "completed" });
    await dispatchOrder(manager, { orderId: completed.id, from: "completed", ...sent });
    await expect(dispatchOrder(manager, { orderId: completed.id, from: "completed", ...sent })).toBeRefused(
      "conflict",
      { message: "This order has been dispatched already." },
    );
    for (const status of ["pending", "cancelled"] as const) {
      const { id } = await makeOrder(context, { status });
      await expect(dispatchOrder(manager, { orderId: id, from: status, ...sent })).toBeRefused("conflict", {
        message: `An order that is ${status} cannot be sent.`,
      });
    }
  });

  it("of a part keeps the rest open, and mails the customer once for each parcel", async () => {
    const { order, customer, char, compost } = await orderOfTwo();
    const [charLine, compostLine] = await linesOf(order.id);
    await dispatchOrder(manager, {
      ...{ orderId: order.id, from: "processing", ...sent, weight: 5.35 },
      lines: [{ lineId: charLine, quantity: 2 }],
    });
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      status: "processing",
      dispatchedAt: null,
      parcels: [{ grossGrams: 5350, packedBy: "Mona Manager", lines: [{ productId: char.id, quantity: 2 }] }],
      toSend: [
        { lineId: charLine, quantity: 1 },
        { lineId: compostLine, quantity: 2 },
      ],
    });
    await dispatchOrder(manager, {
      ...{ orderId: order.id, from: "processing", ...sent, trackingNumber: "ZZ2", note: "" },
    });
    const done = await findStaffOrder(manager, order.id);
    expect(done).toMatchObject({ status: "completed", dispatchedAt: expect.any(String) });
    expect(done.toSend.map(({ quantity }) => quantity)).toEqual([0, 0]);
    const mails = await mailsTo(context, customer.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Part of your order ${order.invoiceNumber} is on its way`,
      `Your order ${order.invoiceNumber} is on its way`,
    ]);
    expect(mails[0]?.text).toContain("Still to come");
    expect(mails[1]?.text).toContain(`2 × ${compost.name}`);
    expect(mails[1]?.text).not.toContain("Still to come");
  });

  it("takes no more than is left, beside the lines, and no number twice", async () => {
    const { order } = await orderOfTwo();
    const [charLine] = await linesOf(order.id);
    const send = (trackingNumber: string, quantity: number) =>
      dispatchOrder(manager, {
        ...{ orderId: order.id, from: "processing", ...sent, trackingNumber },
        lines: [{ lineId: charLine, quantity }],
      });
    await send("ONE", 2);
    await expect(send("TWO", 2)).toBeRefused("validation_failed", {
      fields: { lines: [expect.stringContaining("Only 1 of")] },
    });
    await expect(send("ONE", 1)).toBeRefused("conflict", {
      fields: { trackingNumber: [expect.any(String)] },
    });
  });

  it("by a checklist sends what is ticked, weighed in kg or g, and nothing where nothing is", async () => {
    const { order } = await orderOfTwo();
    const [char, compost = 0] = await linesOf(order.id);
    const checklist = {
      ...{ orderId: String(order.id), from: "processing", carrier: "", otherCarrier: "Our own van" },
      ...{ "lines[0].lineId": String(char), "lines[0].quantity": "2" },
      ...{ "lines[1].lineId": String(compost), "lines[1].quantity": "2" },
      ...{ isChecklist: "on", trackingNumber: "C1" },
    };
    const dispatch = (fields: Record<string, string>) =>
      postForm(manager, "orders.dispatch", { ...checklist, ...fields });
    await expect(dispatch({})).rejects.toMatchObject({
      message: "Tick what is packed.",
      fields: { lines: ["Tick what is packed."] },
    });
    const tooHeavy = dispatch({ "lines[0].ticked": "on", weight: "1501", weightUnit: "kg" });
    await expect(tooHeavy).rejects.toMatchObject({ fields: { weight: ["Enter at most 1500 kg"] } });
    await dispatch({ "lines[0].ticked": "on", weight: "850.4", weightUnit: "g" });
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      status: "processing",
      parcels: [{ carrier: "Our own van", grossGrams: 850, lines: [{ quantity: 2 }] }],
      toSend: [{ quantity: 1 }, { quantity: 2 }],
    });
  });

  it("in ten parts by two people at once adds up", async () => {
    const product = await makeProduct(context);
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 10 }] });
    const [line = 0] = await linesOf(id);
    const colleague = asUser(context, await makeUser(context, { role: "packer", name: "Pat Packer" }));
    // Two more than there are.
    const parts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        dispatchOrder(index % 2 ? manager : colleague, {
          ...{ orderId: id, from: "processing", ...sent, trackingNumber: `T${index}` },
          lines: [{ lineId: line, quantity: 1 }],
        }),
      ),
    );
    expect(parts.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const { parcels, status } = await findStaffOrder(manager, id);
    expect([parcels.length, status]).toEqual([10, "completed"]);
    const stored = await context.em.fork().findOneOrFail(OrderLine, line);
    expect(stored.leftQuantity).toBe(10);
  });
});

async function orderOfTwo() {
  const customer = await makeUser(context);
  const [char, compost] = [await makeProduct(context), await makeProduct(context)];
  const order = await makeOrder(context, {
    customer,
    lines: [
      { product: char, quantity: 3 },
      { product: compost, quantity: 2 },
    ],
  });
  return { order, customer, char, compost };
}

async function linesOf(order: number): Promise<[number, ...number[]]> {
  const lines = await context.em.fork().find(OrderLine, { order }, { orderBy: { id: "asc" } });
  const [first, ...others] = lines.map(({ id }) => id);
  if (first === undefined) throw new Error("an order without lines");
  return [first, ...others];
}
