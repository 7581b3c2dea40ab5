import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, Order, Payment } from "#db/entities/index.ts";

/**
 * Locks what a refund, dispute or review of a payment changes, in the order in which all of them lock: checkout, order,
 * payment. Whoever makes the payment's order holds the checkout, so that the order is either seen here or finds there
 * what was written here.
 */
export async function lockPayment(
  em: EntityManager,
  paymentId: number,
): Promise<{ payment: Payment; order: Order | null }> {
  const { checkout } = await em.findOneOrFail(Payment, paymentId);
  await em.findOneOrFail(Checkout, checkout.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { provider, providerPaymentId } = await em.findOneOrFail(Payment, paymentId, { refresh: true });
  const order = await em.findOne(
    Order,
    { paymentMethod: provider, transactionId: providerPaymentId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const payment = await em.findOneOrFail(Payment, paymentId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  return { payment, order };
}
