import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { PaymentMethod } from "#server/payments/payment-status.ts";

interface VerifiedEvent {
  provider: PaymentMethod;
  /** The provider's own id of the event: it stays the same when it is sent again. */
  id: string;
  type: string;
  /** JSON, without anything that must not be stored. */
  payload: string;
}

/**
 * Keeps a provider's event and acts on it. Of one that has been acted on before nothing is done; one on which that
 * failed is acted on again when it is sent again. `act` says what became of it, in a word.
 */
export async function actOnEvent(
  context: Context,
  event: VerifiedEvent,
  act: () => Promise<string>,
): Promise<void> {
  const eventRow = await keep(context, event);
  if (!eventRow) return;
  const outcome = await act();
  await context.em.execute("update provider_event set outcome = ?, processed_at = ? where id = ?", [
    outcome,
    context.clock.now(),
    eventRow,
  ]);
}

/** The id of the event's row, or undefined when it has been acted on before. */
async function keep(
  context: Context,
  { provider, id, type, payload }: VerifiedEvent,
): Promise<number | undefined> {
  const rows = await context.em.execute(
    `insert into provider_event (provider, event_id, type, payload, received_at) values (?, ?, ?, ?::jsonb, ?)
     on conflict (provider, event_id) do update set received_at = provider_event.received_at
     returning id, processed_at is not null as done`,
    [provider, id, type, payload, context.clock.now()],
  );
  const [row] = z.array(z.object({ id: z.number(), done: z.boolean() })).parse(rows);
  return row && !row.done ? row.id : undefined;
}
