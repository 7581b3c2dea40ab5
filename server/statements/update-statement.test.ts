import { describe, expect, it } from "vitest";
import {
  Batch,
  CarbonStatement,
  CarbonStatementLine,
  Order,
  OrderEvent,
  Parcel,
} from "#db/entities/index.ts";
import { eraseTraces } from "#server/accounts/erase-account.server.ts";
import { addAnalysis, saveClaims } from "#server/batches/change-batch.server.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { changeOrderStatus } from "#server/orders/change-status.server.ts";
import { putIntoStock, returnUnits } from "#server/orders/goods-back.server.ts";
import { handOverOrder } from "#server/orders/hand-over.server.ts";
import { lockOrder } from "#server/orders/move-order.server.ts";
import { undoDispatch } from "#server/orders/parcels.server.ts";
import { closeWithdrawal } from "#server/orders/returns.server.ts";
import { countBack, refund, withdrawUnits } from "#server/testing/after-sale.ts";
import {
  linesOf,
  makeAnalysis,
  makeBatch,
  makeMeasuredProduct,
  makeStatement,
  runStatementJobs,
  send,
  validStatement,
} from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { subjectOf } from "./credentials.server.ts";
import { findStatement } from "./find-statement.server.ts";
import { updateStatement } from "./update-statement.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const fresh = () => context.em.fork();

/** "valid 18773 g" or "revoked: why" for each statement of an order, the first first. */
async function statementsOf({ id }: { id: number }): Promise<string[]> {
  const found = await fresh().find(CarbonStatement, { order: id }, { orderBy: { id: "asc" } });
  return found.map(({ revokedAt, revokedBecause, gramsStored }) =>
    revokedAt ? `revoked: ${revokedBecause}` : `valid ${gramsStored} g`,
  );
}

async function statedOf({ id }: Pick<Batch, "id">): Promise<number> {
  return (await fresh().findOneOrFail(Batch, id)).gramsStated;
}

async function giveBack(order: { id: number }, quantity: number): Promise<void> {
  const [line] = await linesOf(context, order);
  await inTransaction(context.em, async (em) => {
    const locked = await lockOrder(em, order.id);
    const units = [{ lineId: line?.id ?? 0, quantity }];
    await returnUnits(em, context, locked, units);
    await putIntoStock(em, context, locked.lines, units);
  });
}

describe("a statement", () => {
  it("is issued once an order left, however often its job runs, and its buyer reads so", async () => {
    const { order, batch, statement } = await makeStatement(context);
    await updateStatement(context, { orderId: order.id });
    expect(await statementsOf(order)).toEqual(["valid 18773 g"]);
    expect(await statedOf(batch)).toBe(10_000);
    expect(subjectOf(statement.credential)).toMatchObject({
      ...{ invoiceNumber: order.invoiceNumber, gramsStored: 18_773 },
      lines: [{ quantity: 2, batch: batch.code, grams: 10_000, claim: "not_issued", gramsOfTransport: null }],
    });
    expect(
      (await fresh().find(OrderEvent, { order: order.id, kind: "carbon_statement" })).map((e) => e.message),
    ).toEqual(["Carbon statement issued: 18.773 kg of CO2 stored for 100 years"]);
  });

  it("is of the newest analysis of its batch by its date, whichever was entered last", async () => {
    const { product, batch } = await makeMeasuredProduct(context);
    await makeAnalysis(context, batch, { analysedOn: "2026-10-09", organicCarbon: 5_000 });
    const order = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
    await send(context, order);
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["valid 18773 g"]);
  });

  it("is revoked when its dispatch is taken back, and issued again with the next one", async () => {
    const { order, batch } = await makeStatement(context);
    const parcel = await fresh().findOneOrFail(Parcel, { order: order.id });
    await undoDispatch(manager, { id: [parcel.id] });
    await runStatementJobs(context);
    const revoked = "revoked: What was measured came back.";
    expect(await statementsOf(order)).toEqual([revoked]);
    expect(await statedOf(batch)).toBe(0);
    await send(context, order);
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual([revoked, "valid 18773 g"]);
  });

  it("is linked to in the mail of its dispatch, where something was measured", async () => {
    const { order } = await makeStatement(context, { customerEmail: "carbon@example.com" });
    const [mail] = (await mailsTo(context, order.customerEmail)).filter(
      ({ template }) => template === "order-dispatched",
    );
    const token = new RegExp(`/orders/${order.invoiceNumber}/statement\\?t=([^\\s")\\]]+)`).exec(
      mail?.text ?? "",
    )?.[1];
    const visitor = {
      invoiceNumber: order.invoiceNumber,
      cartId: null,
      token: decodeURIComponent(token ?? ""),
    };
    expect(await findStatement(context, visitor)).toMatchObject({ statement: { subject: {} } });
  });

  it("is one when its job runs twice at once", async () => {
    const { product } = await makeMeasuredProduct(context);
    const order = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
    await send(context, order);
    await Promise.all([1, 2, 3].map(() => updateStatement(context, { orderId: order.id })));
    expect(await statementsOf(order)).toEqual(["valid 9386 g"]);
  });

  it("says of each line without a batch or an analysis that it was not measured", async () => {
    const { product, batch } = await makeMeasuredProduct(context);
    const unmeasured = await makeProduct(context);
    const other = await makeBatch(context, { product: unmeasured });
    await fresh().execute("update product set net_grams = 1000 where id = ?", [unmeasured.id]);
    const tool = await makeProduct(context);
    const lines = [product, unmeasured, tool].map((each) => ({ product: each, quantity: 1 }));
    const order = await makeOrder(context, { lines });
    await send(context, order);
    await runStatementJobs(context);
    const { lines: stated } = subjectOf((await validStatement(context, order)).credential);
    expect(stated).toMatchObject([
      { batch: batch.code, gramsStored: 9_386 },
      { batch: other.code, notMeasured: "No laboratory has measured its batch yet." },
      { batch: null, notMeasured: "No batch is known of it." },
    ]);
  });

  it("is none while nothing of an order was measured, and comes with the analysis", async () => {
    const product = await makeProduct(context);
    await fresh().execute("update product set net_grams = 5000 where id = ?", [product.id]);
    const batch = await makeBatch(context, { product });
    const order = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
    await send(context, order);
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual([]);
    await addAnalysis(manager, {
      ...{ batchId: batch.id, key: `late-${batch.id}`, laboratory: "Late Laboratory", metals: {} },
      ...{ analysedOn: "2026-03-01", organicCarbon: 80, water: 20 },
    });
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["valid 9386 g"]);
  });

  it("is replaced with each further parcel, so that an order has one", async () => {
    const { product, batch } = await makeMeasuredProduct(context);
    const order = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
    const [line] = await linesOf(context, order);
    await send(context, order, [{ lineId: line?.id ?? 0, quantity: 1 }]);
    await runStatementJobs(context);
    expect(subjectOf((await validStatement(context, order)).credential).lines).toMatchObject([
      { quantity: 1, grams: 5_000 },
      { quantity: 2, notMeasured: "It has not left yet." },
    ]);
    await send(context, order);
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["revoked: A newer one took its place.", "valid 28160 g"]);
    expect(await statedOf(batch)).toBe(15_000);
  });

  /** An order of a pack that was measured and has left, with three of a product without batches that have not. */
  async function halfSent() {
    const { product } = await makeMeasuredProduct(context);
    const tool = await makeProduct(context, { stockQuantity: 9 });
    const order = await makeOrder(context, {
      lines: [
        { product, quantity: 1 },
        { product: tool, quantity: 3 },
      ],
    });
    const [measured, other] = await linesOf(context, order);
    await send(context, order, [{ lineId: measured?.id ?? 0, quantity: 1 }]);
    const stated = async () => {
      await runStatementJobs(context);
      const { lines } = subjectOf((await validStatement(context, order)).credential);
      return lines.slice(1).map((line) => `${line.quantity}: ${"notMeasured" in line && line.notMeasured}`);
    };
    expect(await stated()).toEqual(["3: It has not left yet."]);
    const lineId = other?.id ?? 0;
    const state = (quantity: number) =>
      withdrawUnits(manager, { invoiceNumber: order.invoiceNumber, lineId }, quantity);
    return { order, lineId, stated, state };
  }

  it.each([
    ["sent", ({ id }: { id: number }) => send(context, { id })],
    [
      "handed over",
      ({ id }: { id: number }) => handOverOrder(manager, { orderId: id, from: "processing", note: "" }),
    ],
    [
      "completed by hand",
      ({ id }: { id: number }) =>
        changeOrderStatus(manager, { orderId: id, from: "processing", to: "completed", note: "" }),
    ],
  ])("is replaced when what has no batch is %s, and when it comes back", async (_, leave) => {
    const { order, lineId, stated } = await halfSent();
    await leave(order);
    expect(await stated()).toEqual(["3: No batch is known of it."]);
    await countBack(manager, { orderId: order.id, lineId }, 2);
    expect(await stated()).toEqual(["1: No batch is known of it."]);
  });

  it("is replaced when its customer cancels what has not left, and when that is sent after all", async () => {
    const { order, stated, state } = await halfSent();
    const withdrawal = await state(2);
    expect(await stated()).toEqual(["1: It has not left yet."]);
    await closeWithdrawal(manager, {
      ...{ orderId: order.id, withdrawalId: withdrawal.id, reason: "Keeps it" },
    });
    expect(await stated()).toEqual(["3: It has not left yet."]);
  });

  it("is replaced when it is known who may claim its batch", async () => {
    const { batch, order } = await makeStatement(context);
    await saveClaims(manager, {
      ...{ batchId: batch.id, seenVersion: 1 },
      ...{ creditStatus: "issued", creditsIssuedTo: "Example Registry, EX-1" },
      transportGramsPerKilogram: 40,
    });
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["revoked: A newer one took its place.", "valid 18373 g"]);
    expect(subjectOf((await validStatement(context, order)).credential).lines).toMatchObject([
      { claim: "issued", claimSentence: expect.stringContaining("Example Registry, EX-1") },
    ]);
  });

  it("names no person, and stays when its buyer is erased", async () => {
    const customer = await makeUser(context, { name: "Rowena Quillfeather" });
    const { order, statement } = await makeStatement(context, { customer });
    for (const words of [customer.name, customer.email, order.customerName, order.customerEmail]) {
      expect(statement.credential).not.toContain(words);
    }
    await eraseTraces(context, { userId: customer.id, email: customer.email, emailIsVerified: true });
    expect(await validStatement(context, order)).toMatchObject({ credential: statement.credential });
  });
});

describe("a refund", () => {
  async function makePaidByHand(paidAt: Date | null = context.clock.now()) {
    const made = await makeStatement(context);
    const paid = { paymentMethod: "cash" as const, paidAt };
    await fresh().nativeUpdate(Order, made.order.id, paid);
    return made;
  }

  it("in full revokes the statement, although nothing came back", async () => {
    const { order, batch } = await makePaidByHand();
    await refund(manager, order.id, { amount: order.totalAmount });
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["revoked: The order was refunded."]);
    expect(await statedOf(batch)).toBe(0);
  });

  it("of an amount that is credited before anybody paid, in full, revokes it as well", async () => {
    const { order, batch } = await makePaidByHand(null);
    await refund(manager, order.id, { amount: 1 });
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["valid 18773 g"]);
    await refund(manager, order.id, { amount: order.totalAmount - 1 });
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["revoked: The order was credited."]);
    expect(await statedOf(batch)).toBe(0);
  });

  it("that takes kilograms back leaves a statement of the rest, and of nothing none", async () => {
    const { order, batch } = await makeStatement(context);
    await giveBack(order, 1);
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["revoked: A newer one took its place.", "valid 9386 g"]);
    await giveBack(order, 1);
    await runStatementJobs(context);
    expect((await statementsOf(order)).at(-1)).toBe("revoked: What was measured came back.");
    expect(await statedOf(batch)).toBe(0);
  });

  it("that takes kilograms back before the rest is sent leaves a statement of what the customer has", async () => {
    const { product, batch } = await makeMeasuredProduct(context);
    const order = await makeOrder(context, { lines: [{ product, quantity: 5 }] });
    const [line] = await linesOf(context, order);
    const sendUnits = (quantity: number) => send(context, order, [{ lineId: line?.id ?? 0, quantity }]);
    await sendUnits(2);
    await giveBack(order, 2);
    await sendUnits(3);
    await runStatementJobs(context);
    // Three packs of 5 kg: of a batch of 500 kg, what came back is on the shelf.
    expect((await statementsOf(order)).at(-1)).toBe("valid 28160 g");
    expect(await statedOf(batch)).toBe(15_000);
  });

  it("of a part of the money alone changes nothing", async () => {
    const { order } = await makePaidByHand();
    await refund(manager, order.id, { amount: 1 });
    await runStatementJobs(context);
    expect(await statementsOf(order)).toEqual(["valid 18773 g"]);
  });
});

describe("statements of a batch", () => {
  it("never add up to more than the batch: one waits until what came back states nothing any more", async () => {
    const { product, batch } = await makeMeasuredProduct(context, { gramsMade: 10_000 });
    const [first, second] = [
      await makeOrder(context, { lines: [{ product, quantity: 2 }] }),
      await makeOrder(context, { lines: [{ product, quantity: 1 }] }),
    ];
    await send(context, first);
    await runStatementJobs(context);
    await giveBack(first, 2);
    await send(context, second);
    const waiting = await waitingJobs(context, "settle-statement");
    expect(waiting).toEqual([{ orderId: first.id }, { orderId: second.id }]);
    await expect(updateStatement(context, { orderId: second.id })).rejects.toThrow(
      "batch_grams_stated_within_made",
    );
    expect(await statementsOf(second)).toEqual([]);
    await runStatementJobs(context);
    expect([await statementsOf(first), await statementsOf(second)]).toEqual([
      ["revoked: What was measured came back."],
      ["valid 9386 g"],
    ]);
    expect(await statedOf(batch)).toBe(5_000);
  });

  it("are refused by the database beyond it, also of two that are issued at once", async () => {
    const { product, batch } = await makeMeasuredProduct(context, { gramsMade: 10_000 });
    const insert = async (grams: number) => {
      const order = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
      const [line] = await linesOf(context, order);
      await inTransaction(context.em, async (em) => {
        const statement = em.create(CarbonStatement, {
          ...{ order: order.id, publicId: crypto.randomUUID(), keyId: "none", method: "Test" },
          ...{ gramsStored: 1, credential: "{}", issuedAt: context.clock.now() },
        });
        await em.flush();
        em.create(CarbonStatementLine, {
          ...{ statement, orderLine: line?.id ?? 0, batch: batch.id, grams, gramsStored: 1 },
        });
      });
    };
    const ends = await Promise.allSettled([insert(6_000), insert(6_000)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await statedOf(batch)).toBe(6_000);
  });

  it("add up to what orders have of it after random sending, refunds and settling", async () => {
    const { product, batch } = await makeMeasuredProduct(context, { gramsMade: 60_000 });
    const orders = await Promise.all(
      [1, 2, 3, 2, 1].map((quantity) => makeOrder(context, { lines: [{ product, quantity }] })),
    );
    let seed = 20_261_126;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let step = 0; step < 24; step += 1) {
      const order = orders[next(orders.length)];
      const other = orders[next(orders.length)];
      if (!order || !other) continue;
      const acts = [
        () => send(context, order),
        () => giveBack(order, 1),
        () => updateStatement(context, { orderId: order.id }),
      ];
      const chosen = acts[next(acts.length)];
      await Promise.allSettled([chosen?.(), updateStatement(context, { orderId: other.id })]);
      expect(await statedOf(batch)).toBeLessThanOrEqual(60_000);
    }
    for (const { id } of orders) await updateStatement(context, { orderId: id });
    const { gramsStated, gramsAllocated } = await fresh().findOneOrFail(Batch, batch.id);
    expect(gramsStated).toBe(gramsAllocated);
    expect(gramsStated).toBeGreaterThan(0);
  }, 60_000);
});
