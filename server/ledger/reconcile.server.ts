import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import type { Period, ProviderMoney } from "#server/payments/provider-facts.ts";
import { profileOf } from "#server/payments/provider-list.ts";
import { providers } from "#server/payments/providers.server.ts";
import { findOwnMoney, listOwnMoney } from "./list-own-money.server.ts";
import { addToTotals, findGap, type OwnMoney, type Reconciliation } from "./reconciliation.ts";

/** So many of the provider's payments are looked up in our books at once. */
const BATCH = 500;

/**
 * Compares the providers' own lists of payments and refunds of a period with our books, in both directions. What one
 * side has on another day than the other (midnight, a list that is late) is asked for one by one, so it is no gap.
 * Changes nothing.
 * @throws ShopError `unauthenticated`, `forbidden`, `unavailable` (no keys of a provider, but money of it); what a
 * provider's client throws when it cannot be asked
 */
export async function reconcile(context: Context, period: Period): Promise<Reconciliation> {
  requirePermission(context, "reconciliation.view");
  const result: Reconciliation = { totals: [], gaps: [], compared: 0 };
  for (const provider of providers) {
    if (provider.isAvailable(context)) await compareWith(provider, context, period, result);
    else await refuseUnasked(provider, context, period);
  }
  return result;
}

/** A shop whose keys were taken away: what it has there cannot be compared, and that is not "no gap". */
async function refuseUnasked({ id }: PaymentProvider, context: Context, period: Period): Promise<void> {
  const { length } = await listOwnMoney(context, id, period);
  if (length === 0) return;
  const text = `${profileOf(id).name} has no keys here, but ${length} of its payments and refunds are in the books.`;
  throw new ShopError("unavailable", text);
}

async function compareWith(
  provider: PaymentProvider,
  context: Context,
  period: Period,
  result: Reconciliation,
): Promise<void> {
  const seen = new Set<string>();
  for await (const batch of batchesOf(provider.transactions(context, period))) {
    const own = [
      ...(await findOwnMoney(context, "payment", ofKind(batch, "payment"))),
      ...(await findOwnMoney(context, "refund", ofKind(batch, "refund"))),
    ];
    for (const theirs of batch) {
      const ours = own.find((candidate) => isSame(theirs, candidate));
      seen.add(`${theirs.kind} ${theirs.id}`);
      if (theirs.key) seen.add(`key ${theirs.key}`);
      compare(theirs, ours, result);
    }
  }
  for (const ours of await listOwnMoney(context, provider.id, period)) {
    if (seen.has(`${ours.kind} ${ours.id}`) || (ours.key && seen.has(`key ${ours.key}`))) continue;
    compare(await provider.money(context, ours), ours, result);
  }
}

function compare(
  theirs: ProviderMoney | undefined,
  ours: OwnMoney | undefined,
  result: Reconciliation,
): void {
  result.compared += 1;
  const gap = findGap(theirs, ours);
  if (gap) result.gaps.push(gap);
  addToTotals(result.totals, theirs, ours);
}

function isSame(theirs: ProviderMoney, ours: OwnMoney): boolean {
  if (theirs.kind !== ours.kind) return false;
  return theirs.id === ours.id || (theirs.key !== null && theirs.key === ours.key);
}

function ofKind(batch: ProviderMoney[], kind: ProviderMoney["kind"]): ProviderMoney[] {
  return batch.filter((money) => money.kind === kind);
}

async function* batchesOf(money: AsyncIterable<ProviderMoney>): AsyncGenerator<ProviderMoney[]> {
  let batch: ProviderMoney[] = [];
  for await (const each of money) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
