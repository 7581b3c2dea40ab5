import { describe, expect, it } from "vitest";
import { Payment } from "#db/entities/index.ts";
import { recordPayment } from "#server/checkout/payable-checkout.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { makePayment } from "#server/testing/ledger.ts";
import type { PaymentStatus } from "./payment-status.ts";

const context = await testContext();

/** What a payment is after a slow request told, too late, that it was made for £30.00. */
async function recordLate(status: PaymentStatus) {
  const em = context.em.fork();
  const payment = await makePayment(context);
  await em.nativeUpdate(Payment, { id: payment.id }, { status });
  await recordPayment(em, {
    checkoutId: payment.checkout.id,
    provider: "stripe",
    providerPaymentId: payment.providerPaymentId,
    amount: 3000,
    currency: "gbp",
    snapshot: null,
    details: null,
    status: "created",
  });
  return em.fork().findOneOrFail(Payment, { id: payment.id });
}

describe("a payment that is told to have been made", () => {
  it.each(["processing", "succeeded", "refunded", "cancelled"] as const)(
    "stays %s, with its amount, when that is what it is by then",
    async (status) => {
      expect(await recordLate(status)).toMatchObject({ status, amount: 2000 });
    },
  );

  it.each(["created", "failed"] as const)("takes the new amount while it is %s", async (status) => {
    expect(await recordLate(status)).toMatchObject({ status: "created", amount: 3000 });
  });
});
