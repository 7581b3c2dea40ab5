import { describe, expect, it } from "vitest";
import { CorrectionNote, OrderEvent, ProviderEvent, Refund } from "#db/entities/index.ts";
import { buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { changeAtProviders, runTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToPayPalHook } from "#server/testing/unfinished-payments.ts";
import { refundAtPayPal, requirePayPal } from "./paypal-client.server.ts";

await runTestSandbox();

const context = await payingContext({
  actor: { kind: "system" },
  settings: { orderNotificationEmail: "owner@example.com" },
});

const fresh = () => context.em.fork();

/** An order of £50.00 paid with PayPal. */
async function bought() {
  const product = await makeProduct(context, { price: 5000 });
  const { order } = await buyWithPayPal(context, [{ product, quantity: 1 }]);
  const captureId = order.transactionId ?? "";
  const links = [{ rel: "up", href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` }];
  return {
    captureId,
    links,
    refunds: () => fresh().find(Refund, { order: order.id }, { orderBy: { id: "asc" } }),
    notes: async () => (await fresh().find(CorrectionNote, { order: order.id })).map(({ kind }) => kind),
    kinds: async () =>
      (await fresh().find(OrderEvent, { order: order.id }, { orderBy: { id: "asc" } })).map(
        ({ kind }) => kind,
      ),
    deliver: async (type: string, resource: object) => {
      const id = await deliverToPayPalHook(context, type, { links, ...resource });
      return (await fresh().findOneOrFail(ProviderEvent, { eventId: id })).outcome;
    },
  };
}
const gbp = (value: string) => ({ currency_code: "GBP", value });

/** A refund of £10.00 made in PayPal's dashboard, in the state that PayPal has it in. */
async function refundAt(captureId: string, status: "PENDING" | "COMPLETED" | "FAILED") {
  const body = { amount: gbp("10.00") };
  const { id } = await refundAtPayPal(requirePayPal(context), captureId, body, `dashboard-${captureId}`);
  const becomes = (now: string) => changeAtProviders(id, { status: now });
  await becomes(status);
  return { id, becomes };
}

describe("a refund that PayPal takes its time over", () => {
  it("is pending when PayPal says so, and done when it is, with one credit note and one mail", async () => {
    const order = await bought();
    const refund = await refundAt(order.captureId, "PENDING");
    expect(await order.deliver("PAYMENT.REFUND.PENDING", { id: refund.id })).toBe("refunded");
    expect(await order.refunds()).toMatchObject([{ amount: 1000, status: "pending" }]);
    await refund.becomes("COMPLETED");
    await order.deliver("PAYMENT.CAPTURE.REFUNDED", { id: refund.id });
    await order.deliver("PAYMENT.REFUND.PENDING", { id: refund.id });
    expect(await order.refunds()).toMatchObject([{ status: "succeeded" }]);
    expect(await order.kinds()).toEqual(["paid", "refund_pending", "refunded"]);
    expect(await order.notes()).toEqual(["credit"]);
  });

  it("gives its amount back to the order when it fails, and staff are told", async () => {
    const order = await bought();
    const refund = await refundAt(order.captureId, "PENDING");
    await order.deliver("PAYMENT.REFUND.PENDING", { id: refund.id });
    await refund.becomes("FAILED");
    expect(await order.deliver("PAYMENT.REFUND.FAILED", { id: refund.id })).toBe("refunded");
    expect(await order.refunds()).toMatchObject([{ status: "failed" }]);
    expect(await order.kinds()).toContain("refund_failed");
    const mails = (await mailsTo(context, "owner@example.com")).filter(
      ({ template, text }) => template === "refund-failed" && text.includes(order.captureId),
    );
    expect(mails).toHaveLength(1);
  });
});

describe("a reversal whose number is no refund's at PayPal", () => {
  it("is in the books by what its event says, once", async () => {
    const order = await bought();
    const resource = { id: "9RV00000000000001", amount: gbp("-20.00") };
    for (const _time of [1, 2]) {
      expect(await order.deliver("PAYMENT.CAPTURE.REVERSED", resource)).toBe("refunded");
    }
    expect(await order.refunds()).toMatchObject([
      { amount: 2000, source: "provider", status: "succeeded", providerRefundId: resource.id },
    ]);
  });

  it("never counts more than was left of the payment", async () => {
    const order = await bought();
    await refundAt(order.captureId, "COMPLETED");
    await order.deliver("PAYMENT.CAPTURE.REVERSED", { id: "9RV00000000000002", amount: gbp("50.00") });
    const amounts = (await order.refunds()).map(({ amount }) => amount);
    expect(amounts).toEqual([1000, 4000]);
  });

  it("is the whole of a capture that PayPal calls refunded, also when the event names no amount", async () => {
    const order = await bought();
    await changeAtProviders(order.captureId, { status: "REFUNDED" });
    await order.deliver("PAYMENT.CAPTURE.REVERSED", { id: "9RV00000000000003" });
    await order.deliver("PAYMENT.CAPTURE.REVERSED", { id: "9RV00000000000003", amount: gbp("50.00") });
    expect(await order.refunds()).toMatchObject([
      { amount: 5000, status: "succeeded", providerRefundId: "9RV00000000000003" },
    ]);
  });
});
