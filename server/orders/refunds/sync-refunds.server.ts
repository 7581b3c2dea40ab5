import type { EntityManager } from "@mikro-orm/postgresql";
import { Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { RefundEvent } from "#server/payments/provider.ts";
import { isSameRefundKey, type ProviderRefund } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { lockPayment } from "../payment/book-payment.server.ts";
import { applyToLocked, recordRefund } from "./record-refund.server.ts";
import { refundedOf } from "./refund-rules.ts";

const MADE_ELSEWHERE = "Refunded in the payment provider's dashboard";

/**
 * Updates a payment's refunds from the provider, whatever triggered it: our own that have moved on, and those made in
 * the provider's dashboard, which get a row, a credit note and the customer's mail like ours. @returns whether the
 * payment is one of ours
 */
export async function syncRefunds(
  context: Context,
  paymentId: string,
  { reported, isAll = false }: RefundEvent = {},
): Promise<boolean> {
  const payment = await context.em.fork().findOne(Payment, { providerPaymentId: paymentId });
  if (!payment) return false;
  const listed = await providerOf(payment.provider).refunds(context, payment);
  for (const refund of listed) await importOne(context, payment, refund, false);
  if (reported && !listed.some(({ id }) => id === reported.id)) {
    await importOne(context, payment, reported, true);
  }
  if (isAll) await importRest(context, payment);
  return true;
}

/**
 * One transaction stores and applies it: a stored refund from a dashboard that looks like a request would be requested
 * again.
 */
async function importOne(
  context: Context,
  { id }: Payment,
  refund: ProviderRefund,
  isUnlisted: boolean,
): Promise<void> {
  await inTransaction(
    context.em,
    async (em) => {
      const locked = await lockPayment(em, id);
      const row = await findOrWrite(em, context, locked.payment, { refund, isUnlisted });
      if (row) await applyToLocked(em, context, { ...locked, refund: row }, refund);
    },
    { retryUniqueViolations: true },
  );
}

async function findOrWrite(
  em: EntityManager,
  context: Context,
  payment: Payment,
  { refund, isUnlisted }: { refund: ProviderRefund; isUnlisted: boolean },
): Promise<Refund | undefined> {
  const rows = await em.find(Refund, { payment: payment.id });
  const existing = rows.find(
    ({ key, providerRefundId }) => providerRefundId === refund.id || isSameRefundKey(key, refund.key),
  );
  if (existing) return existing;
  // A refund that failed before we first heard of it changed nothing.
  if (refund.status === "failed") return undefined;
  const left = payment.amountReceived - movedOf(rows);
  if (isUnlisted && left < refund.amount) {
    // Refunds missing from the list cannot exceed what was left; `importRest` may have recorded them before.
    const rest = rows.find(({ key }) => key === restKeyOf(payment));
    if (rest && !rest.providerRefundId) return rest;
    if (left <= 0) return undefined;
  }
  const amount = isUnlisted ? Math.min(refund.amount, left) : refund.amount;
  return write(em, context, payment, { key: refund.id, amount, providerRefundId: refund.id });
}

/** Records money that has gone back without being listed: the provider took it, and the event about it was lost. */
async function importRest(context: Context, { id }: Payment): Promise<void> {
  await inTransaction(
    context.em,
    async (em) => {
      const locked = await lockPayment(em, id);
      const { payment } = locked;
      const rows = await em.find(Refund, { payment: id });
      const left = payment.amountReceived - movedOf(rows);
      if (left <= 0) return;
      const key = restKeyOf(payment);
      const refund =
        rows.find((row) => row.key === key) ??
        (await write(em, context, payment, { key, amount: left, providerRefundId: null }));
      await applyToLocked(em, context, { ...locked, refund }, GONE);
    },
    { retryUniqueViolations: true },
  );
}

/**
 * Completes the row of a refund made elsewhere: an older version could die between storing and applying it. It is
 * never sent to the provider, because its money has gone.
 */
export async function finishImport(context: Context, { id, payment }: Refund): Promise<void> {
  if (!payment) return;
  await syncRefunds(context, payment.providerPaymentId);
  const refund = await context.em.fork().findOneOrFail(Refund, id);
  // It is not listed, like everything that a provider takes back by itself, and only completed ones were ever stored.
  if (refund.status === "requested")
    await recordRefund(context, id, { ...GONE, id: refund.providerRefundId ?? null });
}

const GONE = { id: null, status: "succeeded", failure: null } as const;

/** Our refunds that the provider has paid out: it may know nothing of one that is only requested. */
function movedOf(rows: readonly Refund[]): number {
  return refundedOf(rows.filter(({ status }) => status !== "requested"));
}

function restKeyOf({ providerPaymentId }: Payment): string {
  return `rest-${providerPaymentId}`;
}

async function write(
  em: EntityManager,
  context: Context,
  payment: Payment,
  refund: Pick<Refund, "key" | "amount"> & { providerRefundId: string | null },
): Promise<Refund> {
  const imported = em.create(Refund, {
    ...refund,
    payment: payment.id,
    reason: MADE_ELSEWHERE,
    source: "provider",
    status: "requested",
    createdAt: context.clock.now(),
  });
  await em.flush();
  return imported;
}
