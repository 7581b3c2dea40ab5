import { LockMode } from "@mikro-orm/postgresql";
import { Order, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ProviderRefund } from "#server/payments/provider-refund.ts";
import { listProviderRefunds } from "#server/payments/provider-refunds.server.ts";
import { applyRefund } from "./apply-refund.server.ts";

const MADE_ELSEWHERE = "Refunded in the payment provider's dashboard";

/**
 * Brings a payment's refunds here up to date with the provider's, whatever woke us: our own that have moved on, and
 * those made in the provider's own dashboard, which get a row, a credit note and the customer's mail like ours.
 * @returns whether the payment is one of ours
 */
export async function importRefunds(context: Context, paymentId: string): Promise<boolean> {
  const payment = await context.em.fork().findOne(Payment, { providerPaymentId: paymentId });
  if (!payment) return false;
  for (const refund of await listProviderRefunds(context, payment)) {
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
