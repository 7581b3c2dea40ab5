import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Order, OrderEvent, OrderLine, Product, Withdrawal } from "#db/entities/index.ts";
import { eraseTraces } from "#server/accounts/erase-account.server.ts";
import { exportMyData } from "#server/accounts/export-my-data.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeOrder, makeProduct, makeUser } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { cancelOrder } from "./change-status.server.ts";
import { makeConfirmationToken } from "./confirmation.server.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { findOrdersToPack } from "./packing.server.ts";
import { recordRefund } from "./record-refund.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { closeWithdrawal, noteGoodsBack } from "./returns.server.ts";
import { findStaffOrder, openOrder } from "./staff-order-view.server.ts";
import { submitWithdrawal } from "./submit-withdrawal.server.ts";
import type { Statement } from "./withdrawal-rules.ts";
import { withdrawalPath } from "./withdrawal-texts.ts";
import { findOpenWithdrawals, findWithdrawable } from "./withdrawals.server.ts";

await runTestSandbox();

const DAY_MS = 24 * 60 * 60 * 1000;
const REFUND_FAILS = "4000000000005126";

const context = await payingContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));
const packer = asUser(context, await makeUser(context, { role: "packer", name: "Petra Packer" }));

const fresh = () => context.em.fork();

/** A paid order of three at £20.00 and what its buyer, who has only the link, does with it. */
async function boughtOrder({ card, quantity = 3 }: { card?: string; quantity?: number } = {}) {
  const product = await makeProduct(context, { price: 2000, stockQuantity: quantity + 7 });
  const { order, ...opened } = await buyByCard(
    context,
    [{ product, quantity }],
    card === undefined ? {} : { card },
  );
  const { id, invoiceNumber } = order;
  const line = await fresh().findOneOrFail(OrderLine, { order: id });
  const token = await makeConfirmationToken(fresh(), invoiceNumber, new Date());
  const visitor = { invoiceNumber, token, cartId: null };
  return {
    ...{ id, invoiceNumber, visitor, token, lineId: line.id, email: opened.form.email },
    some: (quantity: number, marks: object = {}) => [
      { lineId: line.id, quantity, mixedIntoSoil: false, unsealed: false, ...marks },
    ],
    state: (statement: Statement, { reason = "", key = randomUUID(), by = context } = {}) =>
      submitWithdrawal(by, visitor, { key, statement, reason, fieldOf: (at) => `entry ${at}` }),
    rows: () => fresh().find(Withdrawal, { order: id }, { orderBy: { id: "asc" } }),
    events: async () =>
      (await fresh().find(OrderEvent, { order: id }, { orderBy: { id: "asc" } })).map(
        ({ message }) => message,
      ),
    mails: async (template: string) =>
      (await mailsTo(context, opened.form.email)).filter((mail) => mail.template === template),
    stock: async () => (await fresh().findOneOrFail(Product, product.id)).stockQuantity,
    send: () =>
      dispatchOrder(manager, {
        ...{ orderId: id, from: "processing", carrier: "DPD", trackingNumber: "D1", note: "" },
      }),
    seen: () => findStaffOrder(manager, id),
    refund: async (withdrawalId: number, restocked: number) => {
      const { refunded, withdrawals } = await findStaffOrder(manager, id);
      const amount = withdrawals.find((each) => each.id === withdrawalId)?.suggestion.amount ?? 0;
      return refundOrder(manager, {
        ...{ orderId: id, key: randomUUID(), seenRefunded: refunded, amount, reason: "Cancelled by you" },
        ...{ withdrawalId, backToStock: restocked > 0 },
      });
    },
  };
}

describe("a customer who cancels by the link of the order, without signing in", () => {
  it("has a mail with the statement and the time it came, and so has the shop", async () => {
    const order = await boughtOrder();
    const { withdrawal } = await order.state(order.some(2), { reason: "Ordered twice" });
    expect(withdrawal).toMatchObject({
      state: "open",
      isLate: false,
      sendBackBy: null,
      reason: "Ordered twice",
    });
    expect(withdrawal.refundBy).not.toBeNull();
    const [mail, ...others] = await order.mails("withdrawal-received");
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/reached us on \d+ \w+ \d{4} at \d\d:\d\d:\d\d (GMT|BST)/);
    for (const said of ["2 × ", order.invoiceNumber, "Reason: Ordered twice", "nothing to send back"]) {
      expect(mail?.text).toContain(said);
    }
    expect(await order.events()).toContainEqual(expect.stringMatching(/^Cancelled by the customer: 2 × /));
    const told = await mailsTo(context, notificationAddressOf(context.settings));
    const ofIt = told.filter(({ subject }) => subject.includes(`cancels ${order.invoiceNumber}`));
    expect(ofIt).toHaveLength(1);
  });

  it("fifty times at once has made one request, with one mail", async () => {
    const order = await boughtOrder();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => order.state(order.some(1), { key })));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ withdrawal }) => withdrawal.id)).size).toBe(1);
    expect(await order.rows()).toHaveLength(1);
    expect(await order.mails("withdrawal-received")).toHaveLength(1);
  }, 60_000);

  it("with several statements at once never cancels more than was ordered", async () => {
    const order = await boughtOrder();
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => order.state(order.some(1))));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const { lines } = await findWithdrawable(context, order.visitor);
    expect(lines).toMatchObject([{ quantity: 3, left: 0 }]);
  }, 60_000);

  it("is told beside the field what is too much, and nothing is taken", async () => {
    const order = await boughtOrder();
    await order.state(order.some(2));
    await expect(order.state(order.some(2))).toBeRefused("validation_failed", {
      fields: { "entry 0": [expect.stringContaining("At most 1 of")] },
    });
    expect(await order.rows()).toHaveLength(1);
  });

  it("after the 14 days is heard, told that they may be over, and refused nothing", async () => {
    const order = await boughtOrder();
    await order.send();
    const later = { ...context, clock: { now: () => new Date(Date.now() + 20 * DAY_MS) } };
    const { withdrawal } = await order.state(order.some(1, { mixedIntoSoil: true }), { by: later });
    expect(withdrawal).toMatchObject({ state: "open", isLate: true });
    const [mail] = await order.mails("withdrawal-received");
    expect(mail?.text).toContain("these may be over");
    expect(mail?.text).toContain("(mixed into soil)");
  });

  it("with the link of another order, or as somebody else, finds nothing", async () => {
    const mine = await boughtOrder();
    const theirs = await boughtOrder();
    const stranger = asUser(context, await makeUser(context));
    for (const [by, token] of [
      [context, theirs.token],
      [context, null],
      [stranger, null],
      [packer, null],
    ] as const) {
      const visitor = { ...mine.visitor, token };
      await expect(findWithdrawable(by, visitor)).toBeRefused("not_found");
      const stated = { key: randomUUID(), statement: mine.some(1), reason: "", fieldOf: String };
      await expect(submitWithdrawal(by, visitor, stated)).toBeRefused("not_found");
    }
    expect(await mine.rows()).toEqual([]);
  });

  it("from Ireland withdraws in the words of the European Union", async () => {
    const order = await boughtOrder();
    const { shippingAddress } = await fresh().findOneOrFail(Order, order.id);
    const abroad = { ...shippingAddress, country: "Ireland", countryCode: "IE" };
    await fresh().nativeUpdate(Order, { id: order.id }, { shippingAddress: abroad });
    expect(await findWithdrawable(context, order.visitor)).toMatchObject({ wording: "eu" });
    await order.state(order.some(1));
    const [mail] = await order.mails("withdrawal-received");
    expect(mail?.subject).toBe(`We have received your withdrawal for order ${order.invoiceNumber}`);
    expect(mail?.text).toContain("I give notice that I withdraw from my contract of sale");
  });

  it("reaches the page from the mail of the order", async () => {
    const order = await boughtOrder();
    const [mail] = await order.mails("order-confirmation");
    expect(mail?.text).toContain(`http://shop.test${withdrawalPath(order.invoiceNumber, order.token)}`);
  });
});

describe("staff", () => {
  it("see until when the money has to go back, refund with what it comes to, and that settles it", async () => {
    const order = await boughtOrder();
    await order.send();
    const { withdrawal } = await order.state(order.some(1));
    expect(withdrawal).toMatchObject({ refundBy: null, goodsBackAt: null });
    expect(withdrawal.sendBackBy).not.toBeNull();
    const back = { orderId: order.id, withdrawalId: withdrawal.id, note: "Still sealed" };
    await noteGoodsBack(packer, back);
    await expect(noteGoodsBack(packer, back)).rejects.toThrow("noted as back already");
    const [seen] = (await order.seen()).withdrawals;
    expect(seen).toMatchObject({ suggestion: { goods: 2000, delivery: 0, amount: 2000 } });
    expect(seen?.refundBy).not.toBeNull();
    const listed = await findOpenWithdrawals(packer);
    expect(listed.find(({ id }) => id === withdrawal.id)).toMatchObject({
      ...{ orderId: order.id, refundBy: seen?.refundBy, isLate: false, isMarked: false },
    });
    await order.refund(withdrawal.id, 1);
    expect((await order.seen()).withdrawals).toMatchObject([{ state: "refunded", refundBy: null }]);
    expect((await findOpenWithdrawals(packer)).some(({ id }) => id === withdrawal.id)).toBe(false);
    expect(await order.stock()).toBe(8);
    // The unit that came back with the refund is not counted twice.
    expect((await findWithdrawable(context, order.visitor)).lines).toMatchObject([{ left: 2 }]);
  });

  it("have at the top whose money is due first, and at the end whose goods are awaited", async () => {
    const [awaited, later, sooner] = [await boughtOrder(), await boughtOrder(), await boughtOrder()];
    const ids: number[] = [];
    for (const order of [awaited, later, sooner]) {
      await order.send();
      ids.push((await order.state(order.some(1))).withdrawal.id);
    }
    for (const [order, day] of [
      [later, 2],
      [sooner, 1],
    ] as const) {
      const clock = { now: () => new Date(Date.now() + day * DAY_MS) };
      const [row] = await order.rows();
      await noteGoodsBack(
        { ...packer, em: fresh(), clock },
        { orderId: order.id, withdrawalId: row?.id ?? 0, note: "" },
      );
    }
    const listed = (await findOpenWithdrawals(packer)).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(listed).toEqual([ids[2], ids[1], ids[0]]);
  });

  it("cancel by the refund an order of which nothing went out and nothing is kept, delivery included", async () => {
    const order = await boughtOrder();
    const { withdrawal: first } = await order.state(order.some(1));
    const { withdrawal: rest } = await order.state({ everything: [] });
    const { withdrawals, shippingCost } = await order.seen();
    expect(withdrawals).toMatchObject([
      { id: rest.id, suggestion: { goods: 4000, delivery: shippingCost } },
      { id: first.id, suggestion: { goods: 2000, delivery: 0 } },
    ]);
    await order.refund(first.id, 1);
    expect(await order.seen()).toMatchObject({ status: "processing" });
    await order.refund(rest.id, 2);
    expect(await order.seen()).toMatchObject({ status: "cancelled", refundDueBy: null });
    expect(await order.stock()).toBe(10);
  });

  it("find it open again when the bank returns the money", async () => {
    const order = await boughtOrder({ card: REFUND_FAILS });
    const { withdrawal } = await order.state(order.some(1));
    await order.refund(withdrawal.id, 0);
    const [refund] = (await order.seen()).refunds;
    expect((await order.seen()).withdrawals).toMatchObject([{ state: "refunded" }]);
    await recordRefund(context, refund?.id ?? 0, {
      id: null,
      status: "failed",
      failure: "lost_or_stolen_card",
    });
    expect((await order.seen()).withdrawals).toMatchObject([{ state: "open" }]);
    expect((await findOpenWithdrawals(packer)).some(({ id }) => id === withdrawal.id)).toBe(true);
  });

  it("who are second are told so, and pay nothing twice", async () => {
    const order = await boughtOrder();
    const { withdrawal } = await order.state(order.some(1));
    await order.refund(withdrawal.id, 1);
    await expect(order.refund(withdrawal.id, 1)).toBeRefused("conflict");
    const closing = { orderId: order.id, withdrawalId: withdrawal.id, reason: "Kept" };
    await expect(closeWithdrawal(manager, closing)).toBeRefused("conflict");
    expect(await order.seen()).toMatchObject({ refunded: 2000 });
  });

  it("is mailed of ten times a day, however many units are stated one by one", async () => {
    const order = await boughtOrder({ quantity: 12 });
    for (let unit = 0; unit < 10; unit += 1) await order.state(order.some(1));
    await expect(order.state(order.some(1))).toBeRefused("rate_limited");
    expect(await order.mails("withdrawal-received")).toHaveLength(10);
    expect((await findWithdrawable(context, order.visitor)).lines).toMatchObject([{ left: 2 }]);
  });

  it("close one without a refund and say why; its units can be cancelled again", async () => {
    const order = await boughtOrder();
    const { withdrawal } = await order.state(order.some(3));
    const closing = { orderId: order.id, withdrawalId: withdrawal.id, reason: "You keep it, as we agreed" };
    await expect(closeWithdrawal(packer, closing)).toBeRefused("forbidden");
    await closeWithdrawal(manager, closing);
    // It may tell of money.
    const packed = await openOrder(packer, order.id);
    expect(JSON.stringify(packed)).not.toContain("as we agreed");
    expect(packed.withdrawals).toMatchObject([{ state: "settled", closingNote: "" }]);
    const [mail] = await order.mails("withdrawal-closed");
    expect(mail?.text).toContain("You keep it, as we agreed");
    expect((await findWithdrawable(context, order.visitor)).lines).toMatchObject([{ left: 3 }]);
  });

  it("are warned of it before they pack, no matter who packs", async () => {
    const order = await boughtOrder();
    await order.state(order.some(1));
    const { orders } = await findOrdersToPack(packer);
    expect(orders.find(({ id }) => id === order.id)?.withdrawn).toMatch(/^1 × /);
    const { withdrawals } = (await order.seen()) ?? {};
    expect(withdrawals).toHaveLength(1);
  });

  it("who cancel an unpaid order settle what its customer cancelled of it", async () => {
    const { id, invoiceNumber } = await makeOrder(context, { status: "pending" });
    await fresh().nativeUpdate(Order, { id }, { paidAt: null, paymentMethod: "bank_transfer" });
    const token = await makeConfirmationToken(fresh(), invoiceNumber, new Date());
    const stated = { key: randomUUID(), statement: { everything: [] }, reason: "", fieldOf: String };
    await submitWithdrawal(context, { invoiceNumber, token, cartId: null }, stated);
    await cancelOrder(manager, { orderId: id, from: "pending", note: "", restock: true });
    expect((await fresh().findOneOrFail(Withdrawal, { order: id })).closedAt).not.toBeNull();
  });

  it("take a letter down for its customer, under their own name", async () => {
    const order = await boughtOrder();
    await order.state(order.some(1), { by: manager });
    expect(await order.events()).toContainEqual(expect.stringMatching(/^Cancelled for the customer: 1 × /));
    expect(await order.mails("withdrawal-received")).toHaveLength(1);
  });
});

it("what somebody told is in the data they may have, and their reason goes when they are erased", async () => {
  const user = await makeUser(context);
  const { id, invoiceNumber } = await makeOrder(context, { customer: user, status: "completed" });
  const stated = {
    key: randomUUID(),
    statement: { everything: [] },
    reason: "My back hurts",
    fieldOf: String,
  };
  await submitWithdrawal(asUser(context, user), { invoiceNumber, token: null, cartId: null }, stated);
  expect(JSON.stringify((await exportMyData(asUser(context, user))).orders)).toContain("My back hurts");
  await eraseTraces(context, { userId: user.id, email: user.email, emailIsVerified: true });
  expect(await fresh().findOneOrFail(Withdrawal, { order: id })).toMatchObject({ reason: "" });
});
