import { randomUUID } from "node:crypto";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";

/**
 * Takes money into the books that came to our account and names no checkout of ours: paid by a link made in the
 * provider's dashboard, or in another shop on the same account. It gets a checkout that is only an amount, so that it
 * counts as unmatched money, staff are told, and it can be given back. Once for each payment.
 */
export async function keepStrayPayment(context: Context, received: ReceivedPayment): Promise<void> {
  const { provider, id, sessionId, currency, amountReceived } = received;
  await inTransaction(
    context.em,
    async (em) => {
      if ((await em.count(Payment, { provider, providerPaymentId: id })) > 0) return;
      const now = context.clock.now();
      const checkout = em.create(Checkout, {
        id: randomUUID(),
        status: "expired",
        totalAmount: amountReceived,
        currency,
        paymentMethod: provider,
        createdAt: now,
      });
      em.create(Payment, {
        checkout,
        provider,
        providerPaymentId: id,
        providerSessionId: sessionId,
        amount: amountReceived,
        amountReceived,
        currency,
        status: "succeeded",
        receivedAt: now,
        createdAt: now,
      });
      await em.flush();
      log("warn", "money came that names no checkout of ours", { provider, paymentId: id });
    },
    { retryUniqueViolations: true },
  );
}
