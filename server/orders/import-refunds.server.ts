import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Dispute, Order, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ProviderRefund } from "#server/payments/provider-refund.ts";
import { listProviderRefunds } from "#server/payments/provider-refunds.server.ts";
import { applyRefund } from "./apply-refund.server.ts";

const MADE_ELSEWHERE = "Refunded in the payment provider's dashboard";

/**
 * Brings a payment's refunds here up to date with the provider's, whatever woke us: our own that have moved on, and
 * those made in the provider's own dashboard, which get a row, a credit note and the customer's mail like ours.
 * @param reported one that the provider told of, which its list may leave out (a reversal by PayPal)
 * @returns whether the payment is one of ours
 */
export async function importRefunds(
  context: Context,
  paymentId: string,
  reported?: ProviderRefund,
): Promise<boolean> {
  const payment = await context.em.fork().findOne(Payment, { providerPaymentId: paymentId });
  if (!payment) return false;
  const listed = await listProviderRefunds(context, payment);
  const isListed = reported && listed.some(({ id }) => id === reported.id);
  for (const refund of reported && !isListed ? [...listed, reported] : listed) {
    const id = await findOrImport(context, payment, refund);
    if (id !== undefined) await applyRefund(context, id, refund);
  }
  return true;
}

function findOrImport(
  context: Context,
  payment: Payment,
  refund: ProviderRefund,
): Promise<number | undefined> {
  return inTransaction(
    context.em,
    async (em) => {
      const { provider, providerPaymentId } = payment;
      const order = await em.findOne(
        Order,
        { paymentMethod: provider, transactionId: providerPaymentId },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      await em.findOneOrFail(Payment, payment.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const known = await em.findOne(Refund, {
        payment: payment.id,
        $or: [{ providerRefundId: refund.id }, ...(refund.key ? [{ key: refund.key }] : [])],
      });
      if (known) return known.id;
      // One that came to nothing before we ever heard of it changed nothing.
      if (refund.status === "failed") return undefined;
      await takeOverFromDispute(em, payment, refund.amount);
      const imported = em.create(Refund, {
        key: refund.id,
        payment: payment.id,
        order: order?.id ?? null,
        amount: refund.amount,
        reason: MADE_ELSEWHERE,
        source: "provider",
        status: "requested",
        providerRefundId: refund.id,
        restock: [],
        createdAt: context.clock.now(),
      });
      await em.flush();
      return imported.id;
    },
    { retryUniqueViolations: true },
  );
}

/** PayPal pays a lost dispute as a refund of the capture: counted as the refund, it is no longer the dispute's. */
async function takeOverFromDispute(em: EntityManager, payment: Payment, amount: number): Promise<void> {
  if (payment.provider !== "paypal") return;
  let left = amount;
  for (const dispute of await em.find(Dispute, { payment: payment.id, amountLost: { $gt: 0 } })) {
    const taken = Math.min(left, dispute.amountLost);
    dispute.amountLost -= taken;
    left -= taken;
  }
}
