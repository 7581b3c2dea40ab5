import type { AskedDatabase } from "./database.ts";

interface ProviderFaults {
  duplicate?: boolean;
  reorder?: boolean;
  /** Milliseconds. */
  delay?: number;
  drop?: boolean;
  /** Events of other accounts come with every event. */
  foreign?: boolean;
  /** How many requests move money without a response. */
  lostAnswers?: number;
  /** How many requests fail with 500 before anything happens; Stripe stores that for the key. */
  serverErrors?: number;
  /** How many of Stripe's requests are carried out and answered with 500, which is stored as well. */
  lateServerErrors?: number;
  /** How many requests get 503, which nothing stores. */
  outages?: number;
}

/** What can happen to webhooks and responses on their way; see the sandbox's fault switches. */
export const providerFaults: readonly [ProviderFaults, ...ProviderFaults[]] = [
  { duplicate: true },
  { reorder: true },
  { delay: 700 },
  { drop: true },
  { duplicate: true, reorder: true },
  { drop: true, lostAnswers: 2 },
  { foreign: true },
  { serverErrors: 3 },
  { lateServerErrors: 2, outages: 2 },
  {},
];

/** Sets the sandbox's switches from outside, in the row from which it reads them, and tells it. */
export async function setProviderFaults(database: AskedDatabase, faults: ProviderFaults): Promise<void> {
  await database.query(
    `insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
     values ('stripe_faults', 'stripe', 'faults', $1, now(), now())
     on conflict (id) do update set body = excluded.body`,
    [JSON.stringify(faults)],
  );
  await database.query("select pg_notify('sandbox_objects', 'changed')");
}
