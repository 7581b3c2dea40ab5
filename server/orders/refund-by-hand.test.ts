import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  Order,
  OrderEvent,
  OrderLine,
  OutboxEmail,
  Product,
  Refund,
  Withdrawal,
} from "#db/entities/index.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findMail } from "#server/testing/mailed.ts";
import { refundOrder } from "./refund-order.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));
const fresh = () => context.em.fork();

let product: Product;
let order: Order;
let lineId: number;

/** An order of three at £20.00 with delivery at £5.00, of which nothing has left, that was paid in cash. */
beforeEach(async () => {
  product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
  order = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
  await setOrder({ paymentMethod: "cash", shippingCost: 500, totalAmount: 6500 });
  lineId = (await fresh().findOneOrFail(OrderLine, { order: order.id })).id;
});

const setOrder = (changes: Partial<Order>) => fresh().nativeUpdate(Order, { id: order.id }, changes);
const orderNow = () => fresh().findOneOrFail(Order, { id: order.id });
const lineNow = () => fresh().findOneOrFail(OrderLine, { id: lineId });
const refunds = () => fresh().find(Refund, { order: order.id }, { orderBy: { id: "asc" } });
const stock = async () => (await fresh().findOneOrFail(Product, { id: product.id })).stockQuantity;
const mails = async () =>
  (await fresh().find(OutboxEmail, { template: "order-refunded" }, { orderBy: { id: "desc" } })).map(
    ({ props }) => props,
  );
const mailText = async () =>
  (await findMail(context, { template: "order-refunded" })).text.replaceAll(/\s+/g, " ");
const refund = (changes: Partial<Parameters<typeof refundOrder>[1]>) =>
  refundOrder(
    { ...manager, em: fresh() },
    { orderId: order.id, key: randomUUID(), seenRefunded: 0, reason: "One bag was torn", ...changes },
  );
const units = (quantity: number, isBackToStock?: boolean) => [
  { lineId, quantity, ...(isBackToStock === undefined ? {} : { isBackToStock }) },
];

async function withdraw(quantity: number, of = order.id) {
  const em = fresh();
  const made = em.create(Withdrawal, {
    ...{ order: of, key: randomUUID(), submittedAt: new Date() },
    lines: [{ lineId, productId: product.id, productName: product.name, quantity, sent: 0 } as never],
  });
  await em.flush();
  return made.id;
}

describe("money that staff took by hand", () => {
  it("goes back by hand: at once, with the credit note, the timeline and the mail of any refund", async () => {
    expect(await refund({ amount: 1000 })).toBe("succeeded");
    expect(await refunds()).toMatchObject([{ status: "succeeded", amount: 1000, payment: null }]);
    expect(await fresh().count(OrderEvent, { order: order.id, kind: "refunded" })).toBe(1);
    expect((await mails())[0]).toMatchObject({ refundedInAll: 1000, byHand: expect.any(String) });
    expect(await mailText()).toContain("was given back to you by our staff, in cash");
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      ...{ captured: 6500, refunded: 1000 },
      notes: [{ kind: "credit", number: expect.stringContaining("-CN-") }],
    });
    await refund({ amount: 500, seenRefunded: 1000 });
    expect((await mails())[0]).toMatchObject({ amount: 500, refundedInAll: 1500 });
  });

  it("goes back once, and no more of it than came", async () => {
    await refund({ amount: 4000 });
    await expect(refund({ amount: 100 })).toBeRefused("conflict");
    await expect(refund({ amount: 2501, seenRefunded: 4000 })).toBeRefused("validation_failed");
    expect(await refund({ amount: 2500, seenRefunded: 4000 })).toBe("succeeded");
    expect(await refunds()).toHaveLength(2);
  });

  it("goes back less what was credited before it came", async () => {
    await setOrder({ creditedUnpaid: 4000 });
    await expect(refund({ amount: 2501, seenRefunded: 4000 })).toBeRefused("validation_failed");
    expect(await refund({ amount: 2500, seenRefunded: 4000 })).toBe("succeeded");
  });
});

describe("an order that nobody has paid", () => {
  beforeEach(() => setOrder({ paidAt: null }));

  it("is credited: no money moves, and less is to be paid", async () => {
    expect(await refund({ units: units(1, true) })).toBe("succeeded");
    expect(await refunds()).toEqual([]);
    expect(await orderNow()).toMatchObject({ creditedUnpaid: 2000 });
    expect(await lineNow()).toMatchObject({ creditedQuantity: 1, cancelledQuantity: 1, cancelledToStock: 1 });
    expect(await stock()).toBe(11);
    expect((await mails())[0]).toMatchObject({ amount: 2000, refundedInAll: 2000, stillToPay: 4500 });
    expect(await mailText()).toContain("Still to be paid: £45.00");
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      ...{ captured: 0, toPay: 4500, refunds: [], notes: [{ kind: "credit" }] },
    });
  });

  it("is credited once for one press, and again only by who has seen that", async () => {
    const key = randomUUID();
    await refund({ key, amount: 4000 });
    expect(await refund({ key, amount: 4000 })).toBe("succeeded");
    expect(await orderNow()).toMatchObject({ creditedUnpaid: 4000 });
    await expect(refund({ amount: 100 })).toBeRefused("conflict");
    await expect(refund({ amount: 2501, seenRefunded: 4000 })).toBeRefused("validation_failed");
  });

  it("is credited for what its customer cancelled, which that closes", async () => {
    const withdrawalId = await withdraw(2);
    await refund({ withdrawalId });
    expect(await orderNow()).toMatchObject({ creditedUnpaid: 4000 });
    const { closedAt, refund: by } = await fresh().findOneOrFail(Withdrawal, withdrawalId);
    expect(closedAt).not.toBeNull();
    expect(by).toBeNull();
  });
});

describe("what a refund is for", () => {
  it("is what its customer cancelled of this order, where no units are named, and closes that", async () => {
    const withdrawalId = await withdraw(2);
    await refund({ withdrawalId });
    const [made] = await refunds();
    expect(made).toMatchObject({ amount: 4000, requestedBy: "Mona Manager" });
    expect(await fresh().findOneOrFail(Withdrawal, withdrawalId)).toMatchObject({ refund: { id: made?.id } });
    const another = await withdraw(1);
    await refund({ withdrawalId: another, units: units(0), amount: 100, seenRefunded: 4000 });
    expect(await lineNow()).toMatchObject({ creditedQuantity: 3 });
  });

  it("is nothing that was cancelled of another order, nor of any where none is named", async () => {
    const elsewhere = await withdraw(2, (await makeOrder(context)).id);
    await expect(refund({ withdrawalId: elsewhere, amount: 100 })).rejects.toThrow();
    await withdraw(2);
    await refund({ amount: 100 });
    expect(await lineNow()).toMatchObject({ creditedQuantity: 0 });
  });

  it("is the units that are named, with the delivery where that is wanted, all of it or a part", async () => {
    await refund({ units: [...units(1), { lineId, quantity: 0 }], withDelivery: true });
    expect(await refunds()).toMatchObject([{ amount: 2500 }]);
    expect((await refunds())[0]?.lines).toHaveLength(2);
    expect(await orderNow()).toMatchObject({ creditedDelivery: 500 });
    await refund({ units: units(1), seenRefunded: 2500 });
    expect((await refunds())[1]).toMatchObject({ amount: 2000 });
  });

  it("is no more of the delivery than is left of it", async () => {
    await expect(refund({ deliveryAmount: 501 })).toBeRefused("validation_failed");
    await refund({ deliveryAmount: 500 });
    expect(await orderNow()).toMatchObject({ creditedDelivery: 500 });
  });

  it.each([
    ["where that is said of them", true, undefined, 11],
    ["where that is said of all", undefined, true, 11],
    ["not where the opposite is said of them", false, true, 10],
    ["not where nothing is said", undefined, undefined, 10],
  ])("goes into stock %s", async (_what, ofUnits, ofAll, left) => {
    await refund({ units: units(1, ofUnits), ...(ofAll === undefined ? {} : { backToStock: ofAll }) });
    expect(await stock()).toBe(left);
  });
});
