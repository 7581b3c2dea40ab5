import { describe, expect, it } from "vitest";
import { Order, OrderEvent, OrderLine, Product } from "#db/entities/index.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { cancelOrder, changeOrderStatus } from "./change-status.server.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { handOverOrder } from "./hand-over.server.ts";
import { orderStatuses } from "./order.ts";
import { undoDispatch } from "./parcels.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));

const fresh = () => context.em.fork();
const statusOf = async (id: number) => (await fresh().findOneOrFail(Order, id)).status;
const messagesOf = async (order: number) =>
  (await fresh().find(OrderEvent, { order }, { orderBy: { id: "asc" } })).map(({ message }) => message);

describe("changing an order's status", () => {
  it("moves it on and writes the note and the name on its timeline", async () => {
    const { id } = await makeOrder(context, { status: "pending" });
    await changeOrderStatus(manager, {
      orderId: id,
      from: "pending",
      to: "processing",
      note: "paid by bank",
    });
    expect(await statusOf(id)).toBe("processing");
    const { timeline } = await findStaffOrder(manager, id);
    expect(timeline).toMatchObject([
      { message: "Status changed from pending to processing: paid by bank", actorName: "Mona Manager" },
    ]);
  });

  it("goes only where the transition table says", async () => {
    const allowed = ["pending>processing", "processing>completed"];
    for (const from of orderStatuses) {
      for (const to of ["processing", "completed"] as const) {
        const { id } = await makeOrder(context, { status: from });
        const change = changeOrderStatus(manager, { orderId: id, from, to, note: "" });
        if (allowed.includes(`${from}>${to}`)) await change;
        else await expect(change).toBeRefused("conflict");
        expect(await statusOf(id)).toBe(allowed.includes(`${from}>${to}`) ? to : from);
      }
    }
  });

  it("by two people at once succeeds for one; the other sees a conflict and nothing is overwritten", async () => {
    const { id } = await makeOrder(context);
    const attempts = await Promise.allSettled([
      changeOrderStatus(manager, { orderId: id, from: "processing", to: "completed", note: "first" }),
      cancelOrder(manager, { orderId: id, from: "processing", note: "second", restock: false }),
    ]);
    const refused = attempts.find((attempt) => attempt.status === "rejected");
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(String(refused?.reason)).toContain("was changed meanwhile");
    expect(await messagesOf(id)).toHaveLength(1);
  });
});

describe("cancelling", () => {
  const order = async (stockTaken = 3) => {
    const product = await makeProduct(context, { stockQuantity: 7 });
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
    await fresh().nativeUpdate(OrderLine, { order: id }, { stockTaken });
    return { id, stock: async () => (await fresh().findOneOrFail(Product, product.id)).stockQuantity };
  };

  it.each([
    ["the goods when staff say so", 3, true, 10],
    ["nothing when they are damaged", 3, false, 7],
    ["only what the sale took: a backorder took less than was ordered", 1, true, 8],
  ])("puts back into stock %s", async (_what, stockTaken, restock, left) => {
    const { id, stock } = await order(stockTaken);
    await cancelOrder(manager, { orderId: id, from: "processing", note: "", restock });
    expect(await statusOf(id)).toBe("cancelled");
    expect(await stock()).toBe(left);
    expect(await messagesOf(id)).toEqual(["Order cancelled"]);
  });

  it("cannot be done twice, nor undo a completed order", async () => {
    const { id, stock } = await order();
    const cancel = () => cancelOrder(manager, { orderId: id, from: "processing", note: "", restock: true });
    const attempts = await Promise.allSettled([cancel(), cancel(), cancel()]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stock()).toBe(10);
    const done = await makeOrder(context, { status: "completed" });
    await expect(
      cancelOrder(manager, { orderId: done.id, from: "completed", note: "", restock: true }),
    ).toBeRefused("conflict", { message: "An order that is completed cannot become cancelled." });
  });
});

it.each(["completed", "handed over"])("an order that is cancelled whole is not %s", async (how) => {
  const { id } = await makeOrder(context);
  await fresh().nativeUpdate(OrderLine, { order: id }, { cancelledQuantity: 1 });
  const by = { orderId: id, from: "processing", note: "" } as const;
  const end =
    how === "completed" ? changeOrderStatus(manager, { ...by, to: "completed" }) : handOverOrder(manager, by);
  await expect(end).toBeRefused("conflict", {
    message: "All of this order is cancelled: nothing is left to be sent.",
  });
  expect(await fresh().findOneOrFail(Order, id)).toMatchObject({ status: "processing", dispatchedAt: null });
});

describe("the customer of a cancelled order", () => {
  const words = (text = "") => text.replaceAll(/\s+/g, " ");
  const cancelled = async (changes: { paymentMethod: "cash" | "account"; paidAt?: null }) => {
    const customer = await makeUser(context);
    const { id, invoiceNumber } = await makeOrder(context, { customer });
    await fresh().nativeUpdate(Order, id, changes);
    const cancel = () =>
      cancelOrder(manager, { orderId: id, from: "processing", note: "The mill stands still", restock: true });
    await Promise.allSettled([cancel(), cancel()]);
    return { invoiceNumber, mails: await mailsTo(context, customer.email) };
  };

  it("is told once by mail, with staff's note and a link to the order", async () => {
    const { invoiceNumber, mails } = await cancelled({ paymentMethod: "cash" });
    expect(mails.map(({ template, subject }) => [template, subject])).toEqual([
      ["order-cancelled", `Your order ${invoiceNumber} is cancelled`],
    ]);
    for (const body of [mails[0]?.html, mails[0]?.text]) {
      expect(words(body)).toContain("The mill stands still");
      expect(body).toContain("/order-confirmation?t=INV-");
    }
  });

  it("is told what becomes of the money", async () => {
    const paid = await cancelled({ paymentMethod: "cash" });
    expect(words(paid.mails[0]?.text)).toContain("We return the £20.00 that you paid within 14 days");
    const unpaid = await cancelled({ paymentMethod: "account", paidAt: null });
    expect(words(unpaid.mails[0]?.text)).toContain("Nothing was paid for it, and you owe nothing.");
  });

  it("is told again when what was opened again is cancelled, once each time", async () => {
    const customer = await makeUser(context);
    const product = await makeProduct(context);
    const { id, invoiceNumber } = await makeOrder(context, { customer, lines: [{ product, quantity: 3 }] });
    await fresh().nativeUpdate(Order, id, { paymentMethod: "cash" });
    const cancel = (note: string) =>
      cancelOrder(manager, { orderId: id, from: "processing", note, restock: true });
    const [line] = await fresh().find(OrderLine, { order: id });
    const { parcelId } = await dispatchOrder(manager, {
      ...{ orderId: id, from: "processing", carrier: "DPD", trackingNumber: "P1", note: "" },
      lines: [{ lineId: line?.id ?? 0, quantity: 1 }],
    });
    await Promise.allSettled([cancel("Only two"), cancel("Only two")]);
    await undoDispatch(manager, { id: [parcelId] });
    await Promise.allSettled([cancel("All of it"), cancel("All of it")]);
    const mails = await mailsTo(context, customer.email);
    expect(mails.map(({ key, subject }) => [key, subject])).toEqual([
      [`order-cancelled:${invoiceNumber}`, expect.any(String)],
      [`order-cancelled:${invoiceNumber}:2`, `Your order ${invoiceNumber} is cancelled`],
    ]);
    expect(words(mails[1]?.text)).toContain("All of it");
  });
});
