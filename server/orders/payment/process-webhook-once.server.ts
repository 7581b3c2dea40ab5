import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import type { VerifiedEvent } from "#server/payments/provider-events.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";

interface StoredEvent extends VerifiedEvent {
  provider: ProviderId;
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

/** The id of the event's row, or undefined when it has been acted on before. */
async function storeEvent(
  context: Context,
  { provider, id, type, payload }: StoredEvent,
): Promise<number | undefined> {
  const row = await rawRow(
    context.em,
    storedRow,
    `insert into provider_event (provider, event_id, type, payload, received_at) values (?, ?, ?, ?::jsonb, ?)
     on conflict (provider, event_id) do update set received_at = provider_event.received_at
     returning id, processed_at is not null and outcome <> 'unmatched' as done`,
    [provider, id, type, payload, context.clock.now()],
  );
  return row.done ? undefined : row.id;
}
