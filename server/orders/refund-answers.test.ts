import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Order, OrderLine, OutboxEmail, Payment, Refund } from "#db/entities/index.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProviderRefund } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeUser } from "#server/testing/factories.ts";
import { makeLostDispute, makePaidOrder, makeRefund } from "#server/testing/ledger.ts";
import { refundOrder } from "./refund-order.server.ts";
import { refundPayment, sendRefund, sweepRefunds, syncRefunds } from "./send-refund.server.ts";

const MINUTE = 60_000;
const context = await payingContext({ actor: { kind: "system" } });
const fresh = () => context.em.fork();

/* The provider, whose answers each test gives: what it does with them is its own tests' matter. */
const provider = providerOf("stripe");
const asked = vi.spyOn(provider, "refund");
const refusal = vi.spyOn(provider, "readRefundRefusal");
const listing = vi.spyOn(provider, "refunds");

let order: Order;
let payment: Payment;

/** An order of £20.00 and its payment; the provider makes what it is asked for, and has no refunds. */
beforeEach(async () => {
  ({ order, payment } = await makePaidOrder(context));
  vi.clearAllMocks();
  asked.mockImplementation(
    async () => ({ id: `re_${randomUUID()}`, status: "succeeded", failure: null }) as never,
  );
  refusal.mockReturnValue(undefined);
  listing.mockResolvedValue([]);
});

const refuse = (kind: "balance" | "other") => {
  asked.mockRejectedValue(new Error("refused"));
  refusal.mockReturnValue({ kind, message: "No" });
};
const make = async (
  amount: number,
  input: Parameters<typeof makeRefund>[3] = {},
  more: Partial<Refund> = {},
) => {
  const { id } = await makeRefund(context, payment, amount, { order: order.id, ...input });
  if (Object.keys(more).length > 0) await fresh().nativeUpdate(Refund, { id }, more);
  return id;
};
const request = (input: Parameters<typeof makeRefund>[3] = {}, more: Partial<Refund> = {}) =>
  make(500, { status: "requested", ...input }, more);
const refundOf = (id: number) => fresh().findOneOrFail(Refund, { id });
const rows = async () =>
  (await fresh().find(Refund, { payment: payment.id }, { orderBy: { id: "asc" } })).map(
    ({ amount, status, source }) => [amount, status, source],
  );
const listed = (amount: number, changes: Partial<ProviderRefund> = {}): ProviderRefund => ({
  ...{ id: `re_${randomUUID()}`, key: null, amount, status: "succeeded", failure: null },
  ...changes,
});

describe("a refund that is sent", () => {
  it("is made, once, and not one that was made at the provider", async () => {
    const id = await request();
    expect(await sendRefund(context, id)).toBe("succeeded");
    expect(await sendRefund(context, id)).toBe("succeeded");
    expect(asked).toHaveBeenCalledTimes(1);
    await expect(sendRefund(context, await request({ source: "provider" }))).rejects.toThrow(
      "never asked for",
    );
  });

  it("ends where the provider refuses it, if staff asked for it", async () => {
    refuse("other");
    const id = await request();
    await expect(sendRefund(context, id)).toBeRefused("payment_failed");
    expect(await refundOf(id)).toMatchObject({ status: "failed", attempts: 0 });
  });

  it.each([
    ["the account lacks the money", "balance", "staff", "There is not enough money"],
    ["the shop asked for it", "other", "automatic", "The payment provider refused the refund for now"],
  ] as const)("waits where %s", async (_what, kind, source, words) => {
    refuse(kind);
    const id = await request({ source });
    const before = Date.now();
    await expect(sendRefund(context, id)).toBeRefused("unavailable", {
      message: expect.stringContaining(words),
    });
    const { nextAttemptAt, ...waiting } = await refundOf(id);
    expect(waiting).toMatchObject({ status: "requested", attempts: 1, failureMessage: "No" });
    expect((nextAttemptAt?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(5 * MINUTE);
    expect((nextAttemptAt?.getTime() ?? 0) - before).toBeLessThan(7 * MINUTE);
  });

  it("is told to staff while it waits, and once more when it has failed", async () => {
    const id = await request();
    const { key } = await refundOf(id);
    const mails = async () =>
      (
        await fresh().find(OutboxEmail, { key: { $like: `refund-%:${key}` } }, { orderBy: { id: "asc" } })
      ).map((mail) => mail.key.replace(`:${key}`, ""));
    refuse("balance");
    for (const _ of [1, 2]) await expect(sendRefund(context, id)).toBeRefused("unavailable");
    expect(await mails()).toEqual(["refund-waits"]);
    refuse("other");
    await expect(sendRefund(context, id)).toBeRefused("payment_failed");
    expect(await mails()).toEqual(["refund-waits", "refund-failed"]);
  });

  it("stays asked for where the provider does not answer", async () => {
    asked.mockRejectedValue(new Error("silence"));
    const id = await request();
    await expect(sendRefund(context, id)).toBeRefused("unavailable", {
      message: expect.stringContaining("does not answer"),
    });
    expect(await refundOf(id)).toMatchObject({ status: "requested", attempts: 0 });
    asked.mockRejectedValue(new ShopError("conflict", "Not now."));
    await expect(sendRefund(context, id)).toBeRefused("conflict");
  });

  it("was made where the provider refuses it because it has it already", async () => {
    refuse("other");
    const id = await request();
    const { key } = await refundOf(id);
    listing.mockResolvedValue([listed(500, { key })]);
    expect(await sendRefund(context, id)).toBe("succeeded");
    expect(await refundOf(id)).toMatchObject({ status: "succeeded" });
  });

  it("ends without another try where the money has gone back in another way", async () => {
    refuse("other");
    const id = await request({ source: "automatic" });
    listing.mockResolvedValue([listed(2000)]);
    await expect(sendRefund(context, id)).toBeRefused("unavailable");
    expect(await refundOf(id)).toMatchObject({ status: "failed", attempts: 0 });
  });

  it("ends without another try where a dispute has taken the money", async () => {
    refuse("other");
    const id = await request({ source: "automatic" });
    await makeLostDispute(context, payment, 2000);
    await expect(sendRefund(context, id)).toBeRefused("unavailable");
    expect(await refundOf(id)).toMatchObject({ status: "failed", attempts: 0 });
  });
});

describe("a refund that staff ask for under the key of another", () => {
  const key = randomUUID();
  const ask = async (changes: Partial<Parameters<typeof refundOrder>[1]>) => {
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    const input = { orderId: order.id, key, seenRefunded: 0, reason: "Torn", amount: 500, ...changes };
    return refundOrder(manager, input);
  };

  it("is refused as that was, and never told as made", async () => {
    refuse("other");
    await expect(ask({})).toBeRefused("payment_failed");
    asked.mockClear();
    await expect(ask({})).toBeRefused("payment_failed", { message: expect.stringContaining("No") });
    await expect(ask({ amount: 2000 })).toBeRefused("payment_failed");
    expect(asked).not.toHaveBeenCalled();
  });

  it("is that one, unless it is of another amount or of other goods", async () => {
    const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: order.id });
    const own = { key: randomUUID(), units: [{ lineId, quantity: 1 }] };
    expect(await ask(own)).toBe("succeeded");
    expect(await ask(own)).toBe("succeeded");
    expect(await rows()).toEqual([[500, "succeeded", "staff"]]);
    await expect(ask({ ...own, amount: 700 })).toBeRefused("conflict");
    await expect(ask({ ...own, units: [{ lineId, quantity: 0 }] })).toBeRefused("conflict");
  });
});

describe("the sweeper", () => {
  /** A refund that was last looked at so many minutes ago. */
  async function since(minutes: number, ...made: Parameters<typeof request>) {
    const id = await request(...made);
    const at = new Date(Date.now() - minutes * MINUTE);
    await fresh().execute("update refund set updated_at = ? where id = ?", [at, id]);
    return id;
  }
  const sweep = async () => {
    await fresh().execute("update refund set updated_at = now() where payment_id <> ?", [payment.id]);
    await sweepRefunds(context);
  };

  it("finishes what was interrupted, and not what is still worked on", async () => {
    const interrupted = await since(1);
    const working = await request();
    await sweep();
    expect(await refundOf(interrupted)).toMatchObject({ status: "succeeded" });
    expect(await refundOf(working)).toMatchObject({ status: "requested" });
  });

  it("tries again what waits, once its time has come", async () => {
    const due = await since(1, {}, { nextAttemptAt: new Date(Date.now() - 1000) });
    const later = await since(1, {}, { nextAttemptAt: new Date(Date.now() + MINUTE) });
    await sweep();
    expect(await refundOf(due)).toMatchObject({ status: "succeeded" });
    expect(await refundOf(later)).toMatchObject({ status: "requested" });
  });

  it("asks after an hour about what is on its way, and never asks for it again", async () => {
    await since(30, { status: "pending" });
    await sweep();
    expect(listing).not.toHaveBeenCalled();
    const id = await since(61, { status: "pending" });
    const before = Date.now();
    await sweep();
    expect(listing).toHaveBeenCalledTimes(1);
    expect(asked).not.toHaveBeenCalled();
    expect((await refundOf(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(before);
  });

  it("goes on where one cannot be finished", async () => {
    asked.mockRejectedValueOnce(new Error("silence"));
    const [first, second] = [await since(3), await since(2)];
    await sweep();
    expect(await refundOf(first)).toMatchObject({ status: "requested" });
    expect(await refundOf(second)).toMatchObject({ status: "succeeded" });
  });
});

describe("what a provider has of a payment's refunds", () => {
  const sync = (event: Parameters<typeof syncRefunds>[2] = {}) =>
    syncRefunds(context, payment.providerPaymentId, event);

  it("is nothing of a payment that is not here", async () => {
    expect(await syncRefunds(context, "pi_of_nobody")).toBe(false);
    expect(await sync()).toBe(true);
    expect(await rows()).toEqual([]);
  });

  it("are ours by their key or their id, and else a dashboard's, each once", async () => {
    await request({}, { key: "press-1234-of-nobody" });
    const id = await request({}, { key: "press-1234" });
    const { key } = await refundOf(id);
    listing.mockResolvedValue([listed(500, { key }), listed(300)]);
    await sync();
    await sync();
    expect(await rows()).toEqual([
      [500, "requested", "staff"],
      [500, "succeeded", "staff"],
      [300, "succeeded", "provider"],
    ]);
  });

  it("are those that it tells of, though it does not list them", async () => {
    await sync({ reported: listed(700) });
    expect(await rows()).toEqual([[700, "succeeded", "provider"]]);
  });

  it("are none that failed before anybody heard of them", async () => {
    listing.mockResolvedValue([listed(500, { status: "failed" })]);
    await sync();
    expect(await rows()).toEqual([]);
  });

  it("are no more than is left where they are not listed, and what is listed where they are", async () => {
    await make(500);
    listing.mockResolvedValue([listed(1800)]);
    await sync();
    expect(await rows()).toContainEqual([1800, "succeeded", "provider"]);
    ({ order, payment } = await makePaidOrder(context));
    listing.mockResolvedValue([]);
    await request();
    await sync({ reported: listed(3000) });
    expect(await rows()).toEqual([
      [500, "requested", "staff"],
      [2000, "succeeded", "provider"],
    ]);
    await sync({ reported: listed(100) });
    expect(await rows()).toHaveLength(2);
  });

  it("include what went back without being listed, once, beside what is known", async () => {
    await make(500);
    await request();
    await sync({ isAll: true });
    await sync({ isAll: true });
    expect(await rows()).toEqual([
      [500, "succeeded", "staff"],
      [500, "requested", "staff"],
      [1500, "succeeded", "provider"],
    ]);
  });

  it("are no more where all of it is known to have gone back", async () => {
    await make(2000);
    await sync({ isAll: true });
    expect(await rows()).toEqual([[2000, "succeeded", "staff"]]);
  });

  it("has the id of what was booked so, once that is told, and of nothing else that fits", async () => {
    await sync({ isAll: true });
    const reported = listed(2000);
    await sync({ reported });
    const [rest] = await fresh().find(Refund, { payment: payment.id });
    expect(rest).toMatchObject({ amount: 2000, providerRefundId: reported.id });
    ({ order, payment } = await makePaidOrder(context));
    const key = `rest-${payment.providerPaymentId}`;
    await make(500, { source: "provider" }, { key, providerRefundId: null });
    await sync({ reported: listed(1000) });
    await sync({ reported: listed(500) });
    expect((await rows()).map(([amount]) => amount)).toEqual([500, 1000, 500]);
  });

  it("credits what was made for what has come back", async () => {
    const made = await request({ status: "requested" });
    await fresh().nativeUpdate(Refund, { id: made }, { amount: 2000 });
    await sendRefund(context, made);
    const { providerRefundId } = await refundOf(made);
    const back = listed(2000, { id: providerRefundId ?? "", status: "failed" });
    listing.mockResolvedValue([listed(2000), back]);
    await sync();
    const [again] = await fresh().find(Refund, { payment: payment.id, status: "succeeded" });
    expect(again?.lines?.reduce((sum, { amount }) => sum + amount, 0)).toBe(2000);
  });
});

describe("a payment that bought nothing", () => {
  beforeEach(() => fresh().nativeUpdate(Payment, { id: payment.id }, { isMatched: false }));

  const giveBack = () =>
    refundPayment(context, {
      ...{ checkoutId: payment.checkout.id, paymentId: payment.providerPaymentId, reason: "duplicate" },
    });

  it("goes back, what is left of it, once", async () => {
    await make(500);
    const before = await fresh().findOneOrFail(Payment, { id: payment.id });
    expect(await giveBack()).toBe(true);
    expect(await giveBack()).toBe(true);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await rows()).toEqual([
      [500, "succeeded", "staff"],
      [1500, "succeeded", "automatic"],
    ]);
    const { updatedAt } = await fresh().findOneOrFail(Payment, { id: payment.id });
    expect(updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  });

  it("waits where that is refused, and is asked for again in its time alone", async () => {
    refuse("other");
    expect(await giveBack()).toBe(false);
    expect(await giveBack()).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
    // Whoever has looked at the payment before writes no order of it any more.
    const { updatedAt } = await fresh().findOneOrFail(Payment, { id: payment.id });
    expect(updatedAt.getTime()).toBeGreaterThan(payment.updatedAt.getTime());
    await fresh().nativeUpdate(Refund, { payment: payment.id }, { status: "failed", nextAttemptAt: null });
    expect(await giveBack()).toBe(false);
  });

  it("is not asked for where it has gone back, or a dispute has taken it", async () => {
    await fresh().nativeUpdate(Payment, { id: payment.id }, { status: "refunded" });
    expect(await giveBack()).toBe(true);
    await fresh().nativeUpdate(Payment, { id: payment.id }, { status: "succeeded" });
    await makeLostDispute(context, payment, 2000);
    expect(await giveBack()).toBe(true);
    expect(await rows()).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("stays where it has bought something meanwhile", async () => {
    await fresh().nativeUpdate(Payment, { id: payment.id }, { isMatched: true });
    await expect(giveBack()).toBeRefused("conflict");
    expect(await rows()).toEqual([]);
  });
});
