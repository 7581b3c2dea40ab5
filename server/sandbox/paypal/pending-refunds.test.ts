import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import {
  findPayPalCapture,
  refundAtPayPal,
  requirePayPal,
} from "#server/payments/paypal/paypal-client.server.ts";
import { findPayPalRefund } from "#server/payments/paypal/paypal-money.server.ts";
import { buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  finishPayPalRefund,
  listAtProviders,
  runTestSandbox,
  setPayPalBehaviour,
} from "#server/testing/sandbox.ts";

await runTestSandbox();
const context = await payingContext();
afterEach(() => setPayPalBehaviour({}));

const pounds = (value: string) => ({ amount: { currency_code: "GBP", value } });

async function captured() {
  const product = await makeProduct(context, { price: 5000, stockQuantity: 10 });
  const { order } = await buyWithPayPal(context, [{ product, quantity: 1 }]);
  const captureId = order.transactionId ?? "";
  const refund = (value: string) =>
    refundAtPayPal(requirePayPal(context), captureId, pounds(value), `test-${captureId}-${value}`);
  return { captureId, refund };
}

const statusOf = async (captureId: string) =>
  (await findPayPalCapture(requirePayPal(context), captureId))?.status;

const eventSchema = z.object({ event_type: z.string(), resource: z.object({ id: z.string() }) });

function eventsOf(refundId: string): string[] {
  return listAtProviders("event")
    .flatMap(({ body }) => eventSchema.safeParse(body).data ?? [])
    .flatMap(({ event_type, resource }) => (resource.id === refundId ? [event_type] : []))
    .sort();
}

it("a refund that waits keeps its share of the capture, and becomes one when the money has gone", async () => {
  await setPayPalBehaviour({ refunds: "PENDING" });
  const { captureId, refund } = await captured();
  const { id, status } = await refund("30.00");
  expect(status).toBe("PENDING");
  expect(await statusOf(captureId)).toBe("COMPLETED");
  await expect(refund("20.01")).rejects.toMatchObject({ issue: "REFUND_AMOUNT_EXCEEDED" });
  await finishPayPalRefund(id, "COMPLETED");
  expect(await statusOf(captureId)).toBe("PARTIALLY_REFUNDED");
  expect(await findPayPalRefund(context, id)).toMatchObject({ status: "succeeded" });
  expect(eventsOf(id)).toEqual(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.REFUND.PENDING"]);
});

it("a refund that fails in the end leaves the capture whole", async () => {
  await setPayPalBehaviour({ refunds: "PENDING" });
  const { captureId, refund } = await captured();
  const { id } = await refund("50.00");
  await finishPayPalRefund(id, "FAILED");
  expect(await statusOf(captureId)).toBe("COMPLETED");
  expect(await findPayPalRefund(context, id)).toMatchObject({ status: "failed" });
  expect(eventsOf(id)).toEqual(["PAYMENT.REFUND.FAILED", "PAYMENT.REFUND.PENDING"]);
  await setPayPalBehaviour({});
  expect((await refund("49.99")).status).toBe("COMPLETED");
});
