import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { dayAway, monthAway } from "#server/core/shop-time.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import type { MoneyKind, Period, ProviderMoney } from "#server/payments/provider-facts.ts";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { providers } from "#server/payments/providers.server.ts";
import { type CurrencyCode, codeOf, formatMoney } from "#server/pricing/money.ts";
import { receivedInAll } from "./ledger.ts";
import { countUnmatched } from "./list-unmatched.server.ts";
import { type LedgerDay, readLedger } from "./read-ledger.server.ts";
import {
  addToTotals,
  findDifference,
  type OwnMoney,
  ownMoneySchema,
  type PeriodDays,
  type Reconciliation,
  reconciliationText,
} from "./reconciliation.ts";

/** How many of the provider's payments are looked up in our books at once. */
const BATCH = 500;

/**
 * Compares the providers' own lists of payments and refunds of a period with our books, in both directions. Entries
 * that the two sides have on different days (midnight, a late list) are looked up one by one, so they are no difference.
 * Changes nothing. @throws ShopError `unavailable` (no keys of a provider, but money of it); what a provider's client
 * throws when it does not respond
 */
export const reconcile = read(
  "reconciliation.view",
  async (context: Context, period: Period): Promise<Reconciliation> => {
    const result: Reconciliation = { totals: [], differences: [], compared: 0 };
    for (const provider of providers) {
      if (provider.isAvailable(context)) await compareWith(provider, context, period, result);
      else await assertProviderKeys(provider, context, period);
    }
    return result;
  },
);

/** A shop whose keys were removed: its money there cannot be compared, and that is not "no difference". */
async function assertProviderKeys({ id }: PaymentProvider, context: Context, period: Period): Promise<void> {
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
    compare(await findTheirs(provider, context, ours), ours, result);
  }
}

const movedAs = { succeeded: "moved", processing: "pending", unpaid: "none" } as const;

/** One payment or refund of ours as its provider has it now; undefined when it knows none of this id. */
async function findTheirs(
  provider: PaymentProvider,
  context: Context,
  { kind, id, paymentId }: OwnMoney,
): Promise<ProviderMoney | undefined> {
  if (id === null) return undefined;
  if (kind === "refund") return provider.refundMoney(context, id, paymentId);
  const payment = await provider.retrieve(context, id);
  if (!payment) return undefined;
  const { currency, state, amount, amountReceived, paidAt = new Date(0) } = payment;
  const money = { amount: amountReceived || amount, currency, state: movedAs[state], at: paidAt };
  return { ...money, provider: provider.id, kind, id, paymentId, key: null };
}

function compare(
  theirs: ProviderMoney | undefined,
  ours: OwnMoney | undefined,
  result: Reconciliation,
): void {
  result.compared += 1;
  const difference = findDifference(theirs, ours);
  if (difference) result.differences.push(difference);
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

const boundsSchema = z.object({ from: z.coerce.date(), to: z.coerce.date() });

/**
 * Compares the providers' lists of some days (Europe/London, the last included) with our books, and our books with
 * themselves.
 * @throws as `reconcile`
 */
export async function reconcilePeriod(
  context: Context,
  days: PeriodDays,
): Promise<{ agrees: boolean; text: string }> {
  const period = await rawRow(
    context.em,
    boundsSchema,
    `select ?::timestamp at time zone 'Europe/London' as "from", ?::timestamp at time zone 'Europe/London' as "to"`,
    [days.from, dayAway(days.to, 1)],
  );
  const compared = await reconcile(context, period);
  const books = await readBooks(context, days);
  const waiting = await countUnmatched(context);
  const currency = codeOf(context.settings.currency);
  const wrong = books.filter(({ difference }) => difference !== 0);
  const text = [
    `${days.from} to ${days.to}, the providers' lists beside this shop's books:`,
    reconciliationText(compared),
    booksText(books, currency),
    ...wrong.map(
      ({ day, difference }) => `- ${day}: ${formatMoney(difference, currency)} is not accounted for.`,
    ),
    ...(waiting > 0 ? [`${waiting} unmatched to act on, whatever their day: /admin?tab=reconciliation`] : []),
  ].join("\n");
  return { agrees: compared.differences.length === 0 && wrong.length === 0, text };
}

/** The days themselves, not as of the last renewal. */
async function readBooks(context: Context, { from, to }: PeriodDays): Promise<LedgerDay[]> {
  const days: LedgerDay[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAway(month, 1)) {
    const ledger = await readLedger(context, { month, isLive: true });
    days.push(...ledger.days.filter(({ day }) => day >= from && day <= to));
  }
  return days;
}

function booksText(days: readonly LedgerDay[], currency: CurrencyCode): string {
  const sum = (figure: (day: LedgerDay) => number) =>
    formatMoney(
      days.reduce((total, day) => total + figure(day), 0),
      currency,
    );
  const received = sum(receivedInAll);
  const parts = [
    `${sum(({ kept }) => kept)} kept by orders`,
    `${sum(({ refunded }) => refunded)} refunded`,
    `${sum(({ disputed }) => disputed)} lost in disputes`,
    `${sum(({ unmatched }) => unmatched)} unmatched`,
  ];
  return `Books: ${received} received = ${parts.join(" + ")}.`;
}

const payments = `
  select payment.provider, 'payment' as kind, payment.provider_payment_id as id,
         payment.provider_payment_id as "paymentId", null as key,
         case when payment.amount_received > 0 then payment.amount_received else payment.amount end as amount,
         payment.currency,
         case when payment.amount_received > 0 then 'moved'
              when payment.status = 'processing' then 'pending' else 'none' end as state,
         payment.status
    from payment`;

const refunds = `
  select payment.provider, 'refund' as kind, refund.provider_refund_id as id,
         payment.provider_payment_id as "paymentId", refund.key, refund.amount, payment.currency,
         case refund.status when 'succeeded' then 'moved' when 'pending' then 'pending'
              when 'requested' then 'asked' else 'none' end as state,
         refund.status
    from refund join payment on payment.id = refund.payment_id`;

/** What our books have received and refunded through a provider in a period. */
async function listOwnMoney(
  context: Context,
  provider: ProviderId,
  { from, to }: Period,
): Promise<OwnMoney[]> {
  return rawRows(
    context.em.fork(),
    ownMoneySchema,
    `${payments} where payment.provider = ? and payment.received_at >= ? and payment.received_at < ?
     union all
     ${refunds} where payment.provider = ? and refund.created_at >= ? and refund.created_at < ?
       and refund.status <> 'failed'`,
    [provider, from, to, provider, from, to],
  );
}

/** What our books have of some payments or refunds of a provider, of any day. */
async function findOwnMoney(
  context: Context,
  kind: MoneyKind,
  theirs: readonly ProviderMoney[],
): Promise<OwnMoney[]> {
  const [first] = theirs;
  if (!first) return [];
  const em = context.em.fork();
  const ids = theirs.map(({ id }) => id);
  if (kind === "payment") {
    const statement = `${payments} where payment.provider = ? and payment.provider_payment_id in (?)`;
    return rawRows(em, ownMoneySchema, statement, [first.provider, ids]);
  }
  const keys = theirs.flatMap(({ key }) => key ?? []);
  const byKey = keys.length > 0 ? " or refund.key in (?)" : "";
  const statement = `${refunds} where payment.provider = ? and (refund.provider_refund_id in (?)${byKey})`;
  return rawRows(em, ownMoneySchema, statement, [first.provider, ids, ...(keys.length > 0 ? [keys] : [])]);
}
