import { expect, it } from "vitest";
import {
  findPayPalCapture,
  refundAtPayPal,
  requirePayPal,
} from "#server/payments/paypal/paypal-client.server.ts";
import { loadPayPal, payPalCaptures } from "#server/sandbox/paypal/paypal-store.server.ts";
import { openPayPalDispute } from "#server/sandbox/paypal/refunds-and-disputes.server.ts";
import { runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import { buyWithPayPal, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  adjudicatePayPalDispute,
  disputeAtPayPal,
  refundsAtProvider,
  runTestSandbox,
} from "#server/testing/sandbox.ts";

await runTestSandbox();
const context = await payingContext();

/** A capture of £50. */
async function captured() {
  const product = await makeProduct(context, { price: 5000, stockQuantity: 10 });
  const { order } = await buyWithPayPal(context, [{ product, quantity: 1 }]);
  const captureId = order.transactionId ?? "";
  const refund = (value: string) =>
    refundAtPayPal(
      requirePayPal(context),
      captureId,
      { amount: { currency_code: "GBP", value } },
      `test-${captureId}-${value}`,
    );
  const dispute = () =>
    runInSandbox((store) => openPayPalDispute(store, loadPayPal(store, payPalCaptures, captureId)));
  return { captureId, refund, dispute };
}

const refunded = (captureId: string) =>
  refundsAtProvider(captureId).map(({ amount }) => amount as { value: string });

it("a payer who wins gets what a refund before the dispute left", async () => {
  const { captureId, refund, dispute } = await captured();
  await refund("20.00");
  await expect(refund("30.01")).rejects.toMatchObject({ issue: "REFUND_AMOUNT_EXCEEDED" });
  expect((await findPayPalCapture(requirePayPal(context), captureId))?.status).toBe("PARTIALLY_REFUNDED");
  await dispute();
  await adjudicatePayPalDispute(disputeAtPayPal(captureId), "BUYER_FAVOR");
  expect(refunded(captureId)).toMatchObject([{ value: "20.00" }, { value: "30.00" }]);
  expect((await findPayPalCapture(requirePayPal(context), captureId))?.status).toBe("REFUNDED");
});
