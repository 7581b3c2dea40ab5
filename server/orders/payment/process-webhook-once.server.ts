import { z } from "zod";
import { prepared } from "#db/prepared-statements.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { VerifiedEvent } from "#server/payments/provider.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";

interface StoredEvent extends VerifiedEvent {
  provider: ProviderId;
  /** The payment of which it says that the money came; null for any other event. */
  paidId: string | null;
}

/**
 * What became of an event: a word, or that it found nothing here. One that found nothing and names a payment is looked
 * at again when that payment comes.
 */
export type EventOutcome = string | { unmatched: true; waitsFor: string | null };

/** It names nothing of ours, so far. */
export function unmatched(provider: ProviderId, id: string | undefined, waitsFor?: string): EventOutcome {
  log("warn", "an event matches no checkout", { provider, id, waitsFor });
  return { unmatched: true, waitsFor: waitsFor || null };
}

/**
 * Keeps a provider's event and acts on it. Of one that has been acted on before nothing is done; one on which that
 * failed, or which found nothing, is acted on again when it is sent again.
 */
export async function processWebhookOnce(
  context: Context,
  event: StoredEvent,
  act: () => Promise<EventOutcome>,
): Promise<void> {
  const eventRow = await storeEvent(context, event);
  if (eventRow) await writeOutcome(context, eventRow, await act());
}

/** Writes down what became of an event that is kept. */
export async function writeOutcome(context: Context, eventRow: number, outcome: EventOutcome): Promise<void> {
  const isMatched = typeof outcome === "string";
  await context.em.execute(
    "update provider_event set outcome = ?, waits_for = ?, processed_at = ? where id = ?",
    [
      isMatched ? outcome : "unmatched",
      isMatched ? null : (outcome.waitsFor?.slice(0, 200) ?? null),
      context.clock.now(),
      eventRow,
    ],
  );
}

const storedRow = z.object({ id: z.number(), done: z.boolean() });

/** The provider was asked when the order was made; what it says so soon after that is no news. */
const NO_NEWS_SECONDS = 10;

/**
 * Most events tell of a payment whose order is made at this moment, or was made just now: those are kept as done. So is
 * the news that a script has paid before it said what for (docs/rules.md#prices-5): its order asks the provider itself,
 * and the sweeper does where no order comes. Everything else is acted on.
 */
const storeSql = prepared(
  "store-provider-event",
  `insert into provider_event (provider, event_id, type, payload, received_at, outcome, processed_at)
   select $1, $2, $3, $4::jsonb, $5::timestamptz, known.outcome, case when known.outcome is not null then $5::timestamptz end
     from (select case
             when exists (select from customer_order where payment_method = $1 and transaction_id = $6
                             and created_at > $5::timestamptz - make_interval(secs => ${NO_NEWS_SECONDS})) then 'paid'
             when exists (select from payment join checkout on checkout.id = payment.checkout_id
                           where payment.provider = $1 and payment.provider_payment_id = $6
                             and payment.status = 'created' and checkout.status = 'open'
                             and checkout.snapshot is null) then 'awaits its order'
           end as outcome) as known
   on conflict (provider, event_id) do update set received_at = provider_event.received_at
   returning id, processed_at is not null and outcome <> 'unmatched' as done`,
);

/** The id of the event's row, or undefined when nothing is left to be done about it. */
async function storeEvent(
  context: Context,
  { provider, id, type, payload, paidId }: StoredEvent,
): Promise<number | undefined> {
  const now = context.clock.now();
  const values = [provider, id, type, payload, now, paidId];
  const [row] = await preparedRows(context.em, storedRow, storeSql, values);
  if (!row) throw new Error("PostgreSQL returned nothing of a stored event");
  return row.done ? undefined : row.id;
}
