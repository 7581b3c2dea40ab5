import type { FaultDatabase } from "./database.ts";

interface ProviderFaults {
  duplicate?: boolean;
  reorder?: boolean;
  /** Milliseconds. */
  delay?: number;
  drop?: boolean;
  /** Events of strangers come with every event. */
  foreign?: boolean;
  /** So many requests move money and are never answered. */
  lostAnswers?: number;
  /** So many requests are refused with 500 before anything happens; Stripe keeps that for the key. */
  serverErrors?: number;
  /** So many of Stripe's requests are carried out and answered with 500, which is kept as well. */
  lateServerErrors?: number;
  /** So many requests are answered with 503, and nothing is kept of them. */
  outages?: number;
}

/** What can happen to webhooks and answers on their way; see the sandbox's fault switches. */
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

/** Turns the sandbox's switches from outside, in the row that it reads them from. */
export async function setProviderFaults(database: FaultDatabase, faults: ProviderFaults): Promise<void> {
  await database.query(
    `insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
     values ('stripe_faults', 'stripe', 'faults', $1, now(), now())
     on conflict (id) do update set body = excluded.body`,
    [JSON.stringify(faults)],
  );
}
