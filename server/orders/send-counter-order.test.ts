import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AuditEntry, Order, OrderEvent, OrderLine, Product } from "#db/entities/index.ts";
import { asUser, makeProduct, makeUser, testContext, withSettings } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { recordPaymentByHand } from "./change-status.server.ts";
import { discardCounterOrder, sendCounterOrder } from "./counter-orders.server.ts";
import { createStaffOrder } from "./create-staff-order.server.ts";
import { type CounterOrder, counterOrderSchema, shopOrderSchema } from "./order.schema.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Morgan Manager" }));

const fresh = () => context.em.fork();
const ordersWith = (retryKey: string) => fresh().find(Order, { retryKey });
const stockOf = async ({ id }: Product) => (await fresh().findOneOrFail(Product, id)).stockQuantity;
const hoursAgo = (hours: number) => new Date(context.clock.now().getTime() - hours * 60 * 60 * 1000);

/** Two units of a product at 20 pounds, taken in cash two hours ago. */
function counterOrder(product: Pick<Product, "id">, changes: Partial<CounterOrder> = {}): CounterOrder {
  const order = counterOrderSchema.parse({
    retryKey: randomUUID(),
    customerName: "Cora Counter",
    customerEmail: `cora-${randomUUID()}@example.com`,
    customerAddress: "3 Test Lane, Ludlow, SY8 1AA",
    items: [{ productId: product.id, quantity: 2, told: "20.00" }],
    paymentMethod: "cash",
    toldTotal: "40.00",
    takenAt: hoursAgo(2),
  });
  return { ...order, ...changes };
}

describe("an order that the counter took without a connection", () => {
  it("is one order, however often it is sent", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 500 });
    const order = counterOrder(product);
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendCounterOrder(manager, order)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(1);
    expect(await ordersWith(order.retryKey)).toHaveLength(1);
    expect(await stockOf(product)).toBe(498);
    expect(await mailsTo(context, order.customerEmail)).toHaveLength(1);
  });

  it("is the order that it became before, whatever the prices are meanwhile", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const order = counterOrder(product);
    const first = await sendCounterOrder(manager, order);
    await fresh().nativeUpdate(Product, product.id, { price: 9900, stockQuantity: 0 });
    expect(await sendCounterOrder(manager, order)).toEqual({ ...first, created: false });
  });

  it("was paid in cash when it was taken, and says so", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const order = counterOrder(product);
    await sendCounterOrder(manager, order);
    const [made] = await ordersWith(order.retryKey);
    expect(made).toMatchObject({
      status: "completed",
      dispatchedAt: order.takenAt,
      paymentMethod: "cash",
      paidAt: order.takenAt,
      taxPointAt: order.takenAt,
      createdAt: context.clock.now(),
      totalAmount: 4000,
    });
    const event = await fresh().findOneOrFail(OrderEvent, { order: made?.id ?? 0 });
    expect(event.message).toMatch(/^Order taken by our staff at the counter on .+ and paid in cash$/);
  });

  it("on account waits for its money", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const order = counterOrder(product, { paymentMethod: "account" });
    await sendCounterOrder(manager, order);
    const [made] = await ordersWith(order.retryKey);
    expect(made).toMatchObject({ status: "pending", paidAt: null, dispatchedAt: order.takenAt });
    await recordPaymentByHand(manager, { orderId: made?.id ?? 0, from: "pending", note: "" });
    expect(await ordersWith(order.retryKey)).toMatchObject([{ status: "completed" }]);
  });

  it.each([
    ["in the future", -1],
    ["a year ago", 24 * 365],
  ])("of a device that believes it is %s was paid when it arrived", async (_when, hours) => {
    const product = await makeProduct(context, { price: 2000 });
    const order = counterOrder(product, { takenAt: hoursAgo(hours) });
    await sendCounterOrder(manager, order);
    expect(await ordersWith(order.retryKey)).toMatchObject([{ paidAt: context.clock.now() }]);
  });

  it("that somebody else sends names who took it", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const taker = await makeUser(context, { role: "shop_manager", name: "Tess Taker" });
    const order = counterOrder(product, { takenBy: taker.id });
    await sendCounterOrder(manager, order);
    const [made] = await ordersWith(order.retryKey);
    const event = await fresh().findOneOrFail(OrderEvent, { order: made?.id ?? 0 });
    expect(event).toMatchObject({ actorName: "Morgan Manager" });
    expect(event.message).toContain("by Tess Taker and paid in cash");
  });

  it("names no customer as who took it", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const customer = await makeUser(context, { name: "Nosy Customer" });
    const order = counterOrder(product, { takenBy: customer.id });
    await sendCounterOrder(manager, order);
    const [made] = await ordersWith(order.retryKey);
    const event = await fresh().findOneOrFail(OrderEvent, { order: made?.id ?? 0 });
    expect(event.message).not.toContain("Nosy");
  });

  it("told in another currency than the shop sells in now is refused with the reason", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const order = counterOrder(product, { currency: "GBP" });
    const euros = withSettings(manager, {
      currency: "EUR",
      exchangeRate: 0.85,
      exchangeRateDay: "2026-03-01",
    });
    await expect(sendCounterOrder(euros, order)).toBeRefused("conflict", {
      message: "The customer was told £40.00; the shop sells in euros now.",
    });
    expect(await ordersWith(order.retryKey)).toEqual([]);
  });

  it("at prices that have changed is refused beside its line, and nothing is made", async () => {
    const product = await makeProduct(context, { name: "Risen", price: 2100, stockQuantity: 10 });
    const order = counterOrder(product);
    await expect(sendCounterOrder(manager, order)).toBeRefused("conflict", {
      fields: {
        "items[0].told": ["Risen costs £21.00 now; the customer was told £20.00."],
        toldTotal: ["The order comes to £42.00 now; the customer was told £40.00."],
      },
    });
    expect(await ordersWith(order.retryKey)).toEqual([]);
    expect(await stockOf(product)).toBe(10);
  });

  it("at the prices taken, as staff agreed, keeps the list price beside them", async () => {
    const product = await makeProduct(context, { price: 2100 });
    const items = [{ productId: product.id, quantity: 2, told: 2000, price: 2000 }];
    const order = counterOrder(product, { items });
    await sendCounterOrder(manager, order);
    const [made] = await ordersWith(order.retryKey);
    const line = await fresh().findOneOrFail(OrderLine, { order: made?.id ?? 0 });
    expect(line).toMatchObject({ unitPrice: 2000, listPrice: 2100, priceSetBy: "Morgan Manager" });
  });

  it("whose total alone differs is refused", async () => {
    const product = await makeProduct(context, { price: 2000 });
    await expect(sendCounterOrder(manager, counterOrder(product, { toldTotal: 3999 }))).toBeRefused(
      "conflict",
      { fields: { toldTotal: [expect.any(String)] } },
    );
  });

  it("beyond the stock is refused, until somebody says that the goods were handed over", async () => {
    const product = await makeProduct(context, {
      name: "Scarce",
      price: 2000,
      stockQuantity: 3,
      heldQuantity: 2,
    });
    const order = counterOrder(product);
    await expect(sendCounterOrder(manager, order)).toBeRefused("out_of_stock");
    await sendCounterOrder(manager, { ...order, beyondStock: true });
    const [made] = await ordersWith(order.retryKey);
    const line = await fresh().findOneOrFail(OrderLine, { order: made?.id ?? 0 });
    // What shoppers are paying for stays theirs.
    expect(line).toMatchObject({ quantity: 2, stockTaken: 1 });
    expect(await stockOf(product)).toBe(2);
    const events = await fresh().find(OrderEvent, { order: made?.id ?? 0, kind: "beyond_stock" });
    expect(events).toMatchObject([{ message: expect.stringContaining("the shop counted fewer: Scarce") }]);
  });

  it("of an archived product is refused, and sent once its goods were handed over", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 5, archivedAt: new Date() });
    const order = counterOrder(product);
    await expect(sendCounterOrder(manager, order)).toBeRefused("out_of_stock");
    await sendCounterOrder(manager, { ...order, beyondStock: true });
    expect(await stockOf(product)).toBe(3);
    const uncounted = withSettings(manager, { stockManagement: false });
    await expect(sendCounterOrder(uncounted, counterOrder(product))).toBeRefused("out_of_stock");
    await sendCounterOrder(uncounted, counterOrder(product, { beyondStock: true }));
  });

  it("says nothing of the stock where the shop does not count it", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 0 });
    const order = counterOrder(product, { beyondStock: true });
    await sendCounterOrder(withSettings(manager, { stockManagement: false }), order);
    const [made] = await ordersWith(order.retryKey);
    expect(await fresh().count(OrderEvent, { order: made?.id ?? 0 })).toBe(1);
  });

  it("is never paid by card", () => {
    const order = {
      ...counterOrder({ id: 1 }),
      toldTotal: "40.00",
      items: [{ productId: 1, quantity: 1, told: 1 }],
    };
    expect(counterOrderSchema.safeParse(order).success).toBe(true);
    for (const paymentMethod of ["card", "bank_transfer"]) {
      expect(counterOrderSchema.safeParse({ ...order, paymentMethod }).success).toBe(false);
    }
    expect(counterOrderSchema.safeParse({ ...order, retryKey: undefined }).success).toBe(false);
  });
});

describe("an order of the counter that is discarded", () => {
  const discarded = ({ retryKey, toldTotal, takenAt }: CounterOrder) => ({
    retryKey,
    toldTotal,
    takenAt,
    takenBy: null,
    reason: "Typed twice",
  });

  it("is written down once with its reason and sum, and nothing of the customer", async () => {
    const order = counterOrder(await makeProduct(context, { price: 2000 }));
    expect(await discardCounterOrder(manager, discarded(order))).toEqual({ invoiceNumber: null });
    await discardCounterOrder(manager, discarded(order));
    const entries = await fresh().find(AuditEntry, { area: "orders", subjectId: order.retryKey });
    expect(entries).toMatchObject([
      {
        action: "discarded",
        actorName: "Morgan Manager",
        after: { reason: "Typed twice", totalAmount: 4000 },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Cora");
  });

  it("makes no order when a request of before arrives late", async () => {
    const order = counterOrder(await makeProduct(context, { price: 2000 }));
    await discardCounterOrder(manager, discarded(order));
    await expect(sendCounterOrder(manager, order)).toBeRefused("conflict", {
      message: "This order was discarded.",
    });
    expect(await ordersWith(order.retryKey)).toEqual([]);
  });

  it("and had reached the shop stays an order, and is named", async () => {
    const order = counterOrder(await makeProduct(context, { price: 2000 }));
    const { invoiceNumber } = await sendCounterOrder(manager, order);
    expect(await discardCounterOrder(manager, discarded(order))).toEqual({ invoiceNumber });
    expect(await fresh().count(AuditEntry, { area: "orders", subjectId: order.retryKey })).toBe(0);
  });

  it("is either sent or discarded, when both come at once", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 500 });
    for (let round = 0; round < 10; round += 1) {
      const order = counterOrder(product);
      const [sent, gone] = await Promise.allSettled([
        sendCounterOrder(manager, order),
        discardCounterOrder(manager, discarded(order)),
      ]);
      const made = await ordersWith(order.retryKey);
      expect(made).toHaveLength(sent.status === "fulfilled" ? 1 : 0);
      expect(gone).toMatchObject({ value: { invoiceNumber: made[0]?.invoiceNumber ?? null } });
    }
  });
});

it("an order of the usual form is as it was", async () => {
  const product = await makeProduct(context, { price: 2000 });
  const { items: _, ...fields } = counterOrder(product);
  const order = shopOrderSchema.parse({ ...fields, items: [{ productId: product.id, quantity: 1 }] });
  const { orderId } = await createStaffOrder(manager, order);
  const event = await fresh().findOneOrFail(OrderEvent, { order: orderId });
  expect(event.message).toBe("Order taken by our staff and paid in cash");
});
