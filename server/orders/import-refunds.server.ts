import type { EntityManager } from "@mikro-orm/postgresql";
import { Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ProviderRefund } from "#server/payments/provider-refund.ts";
import { listProviderRefunds } from "#server/payments/provider-refunds.server.ts";
import { isSameRefundKey } from "#server/payments/refund-key.ts";
import { applyRefund } from "./apply-refund.server.ts";
import { lockPayment } from "./lock-payment.server.ts";
import { refundedOf } from "./refund-rules.ts";

const MADE_ELSEWHERE = "Refunded in the payment provider's dashboard";

interface Told {
  /** A refund that the provider told of, which its list may leave out (a reversal by PayPal). */
  reported?: ProviderRefund | undefined;
  /** The provider says that all of the payment has gone back, whatever its list shows. */
  isAll?: boolean;
}

/**
 * Brings a payment's refunds here up to date with the provider's, whatever woke us: our own that have moved on, and
 * those made in the provider's own dashboard, which get a row, a credit note and the customer's mail like ours.
 * @returns whether the payment is one of ours
 */
export async function importRefunds(
  context: Context,
  paymentId: string,
  { reported, isAll = false }: Told = {},
): Promise<boolean> {
  const payment = await context.em.fork().findOne(Payment, { providerPaymentId: paymentId });
  if (!payment) return false;
  const listed = await listProviderRefunds(context, payment);
  for (const refund of listed) await importOne(context, payment, refund, false);
  if (reported && !listed.some(({ id }) => id === reported.id)) {
    await importOne(context, payment, reported, true);
  }
  if (isAll) await importRest(context, payment);
  return true;
}

async function importOne(
  context: Context,
  { id }: Payment,
  refund: ProviderRefund,
  isUnlisted: boolean,
): Promise<void> {
  const row = await inTransaction(
    context.em,
    async (em) => {
      const { payment } = await lockPayment(em, id);
      const rows = await em.find(Refund, { payment: id });
      const known = rows.find(
        ({ key, providerRefundId }) => providerRefundId === refund.id || isSameRefundKey(key, refund.key),
      );
      if (known) return known.id;
      // One that came to nothing before we ever heard of it changed nothing.
      if (refund.status === "failed") return undefined;
      const left = payment.amountReceived - movedOf(rows);
      if (isUnlisted && left < refund.amount) {
        // Of what the list leaves out no more can have gone than was left; `importRest` may have found it before.
        const rest = rows.find(({ key }) => key === restKeyOf(payment));
        if (rest && !rest.providerRefundId) return rest.id;
        if (left <= 0) return undefined;
      }
      const amount = isUnlisted ? Math.min(refund.amount, left) : refund.amount;
      return write(em, context, payment, { key: refund.id, amount, providerRefundId: refund.id });
    },
    { retryUniqueViolations: true },
  );
  if (row !== undefined) await applyRefund(context, row, refund);
}

/** What has gone back and is in no list: PayPal took it, and the event that told of it was lost. */
async function importRest(context: Context, { id }: Payment): Promise<void> {
  const row = await inTransaction(
    context.em,
    async (em) => {
      const { payment } = await lockPayment(em, id);
      const left = payment.amountReceived - movedOf(await em.find(Refund, { payment: id }));
      if (left <= 0) return undefined;
      return write(em, context, payment, { key: restKeyOf(payment), amount: left, providerRefundId: null });
    },
    { retryUniqueViolations: true },
  );
  if (row !== undefined) await applyRefund(context, row, { id: null, status: "succeeded", failure: null });
}

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
  found: Pick<Refund, "key" | "amount"> & { providerRefundId: string | null },
): Promise<number> {
  const imported = em.create(Refund, {
    ...found,
    payment: payment.id,
    reason: MADE_ELSEWHERE,
    source: "provider",
    status: "requested",
    restock: [],
    createdAt: context.clock.now(),
  });
  await em.flush();
  return imported.id;
}
