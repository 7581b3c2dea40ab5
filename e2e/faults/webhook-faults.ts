import type { FaultDatabase } from "./database.ts";

interface WebhookFaults {
  duplicate?: boolean;
  reorder?: boolean;
  /** Milliseconds. */
  delay?: number;
  drop?: boolean;
}

/** What can happen to webhooks on their way; see the sandbox's fault switches. */
export const webhookFaults: readonly [WebhookFaults, ...WebhookFaults[]] = [
  { duplicate: true },
  { reorder: true },
  { delay: 700 },
  { drop: true },
  { duplicate: true, reorder: true },
  {},
];

/** Turns the sandbox's switches from outside, in the row that it reads them from. */
export async function setWebhookFaults(database: FaultDatabase, faults: WebhookFaults): Promise<void> {
  await database.query(
    `insert into sandbox_object (id, provider, kind, body, created_at, updated_at)
     values ('stripe_faults', 'stripe', 'faults', $1, now(), now())
     on conflict (id) do update set body = excluded.body`,
    [JSON.stringify(faults)],
  );
}
