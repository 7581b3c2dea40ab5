import type { EntityManager } from "@mikro-orm/postgresql";
import { Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ToldRefund } from "#server/payments/provider-events.ts";
import type { ProviderRefund } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { isSameRefundKey } from "#server/payments/refund-key.ts";
import { lockPayment } from "../payment/book-payment.server.ts";
import { applyToLocked, recordRefund } from "./record-refund.server.ts";
import { refundedOf } from "./refund-rules.ts";

const MADE_ELSEWHERE = "Refunded in the payment provider's dashboard";

/**
 * Brings a payment's refunds here up to date with the provider's, whatever woke us: our own that have moved on, and
 * those made in the provider's own dashboard, which get a row, a credit note and the customer's mail like ours.
 * @returns whether the payment is one of ours
 */
export async function syncRefunds(
  context: Context,
  paymentId: string,
  { reported, isAll = false }: ToldRefund = {},
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
 * Written down and applied in one: a row of a dashboard's refund that says it is only asked for would be asked for.
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
  // One that came to nothing before we ever heard of it changed nothing.
  if (refund.status === "failed") return undefined;
  const left = payment.amountReceived - movedOf(rows);
  if (isUnlisted && left < refund.amount) {
    // Of what the list leaves out no more can have gone than was left; `importRest` may have found it before.
    const rest = rows.find(({ key }) => key === restKeyOf(payment));
    if (rest && !rest.providerRefundId) return rest;
    if (left <= 0) return undefined;
  }
  const amount = isUnlisted ? Math.min(refund.amount, left) : refund.amount;
  return write(em, context, payment, { key: refund.id, amount, providerRefundId: refund.id });
}

/** What has gone back and is in no list: the provider took it, and the event that told of it was lost. */
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
 * Takes up a row of a refund that others made: an older version could die between writing it down and applying it. It
 * is never asked for, since its money has gone.
 */
export async function finishImport(context: Context, { id, payment }: Refund): Promise<void> {
  if (!payment) return;
  await syncRefunds(context, payment.providerPaymentId);
  const refund = await context.em.fork().findOneOrFail(Refund, id);
  // It is in no list, as what a provider takes back by itself is not, and only what had gone was ever written down.
  if (refund.status === "requested")
    await recordRefund(context, id, { ...GONE, id: refund.providerRefundId ?? null });
}

const GONE = { id: null, status: "succeeded", failure: null } as const;

/** What the provider has given back: of a refund that is only asked for it may know nothing. */
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
    restock: [],
    createdAt: context.clock.now(),
  });
  await em.flush();
  return imported;
}
