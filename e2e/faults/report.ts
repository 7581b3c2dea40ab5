import { CHARGED, type Finding, REFUNDED } from "./audit.ts";
import type { Damage } from "./chaos.ts";
import type { AskedDatabase } from "./database.ts";
import { describeSettled, type Settled } from "./settle.ts";
import type { Visit } from "./shopper.ts";

/** How many violating rows are shown of each rule. */
const SHOWN = 5;

export interface Run {
  seed: number;
  seconds: number;
  visits: readonly Visit[];
  damage: Damage;
  requests: number;
  failures: number;
  secondTries: readonly string[];
  webStarts: number;
  settled: Settled;
  findings: readonly Finding[];
}

/**
 * Prints what was done and what held. @returns whether everything did
 */
export async function report(database: AskedDatabase, run: Run): Promise<boolean> {
  const figure = (statement: string) => database.count(statement);
  section("what was done");
  table([
    ...[...run.damage.acts].sort(([one], [other]) => one.localeCompare(other)),
    ["processes of the shop started", run.webStarts],
    ["requests of shoppers", run.requests],
    ["of them cut off or answered 5xx", run.failures],
    ["told that nothing was charged or changed, and tried anew", run.secondTries.length],
  ]);
  for (const line of run.secondTries.slice(0, SHOWN)) console.log(`         ${line}`);
  section("who came");
  table([...tally(run.visits.map(({ kind }) => kind))].sort(([one], [other]) => one.localeCompare(other)));
  table([...tally(run.visits.map(({ ending }) => `ended: ${ending}`))]);
  section("what came of it");
  table([
    ["checkouts", run.visits.length],
    [
      "payments taken by Stripe",
      await figure(`select count(*)::int from ${CHARGED} c where provider = 'stripe'`),
    ],
    [
      "payments taken by PayPal",
      await figure(`select count(*)::int from ${CHARGED} c where provider = 'paypal'`),
    ],
    ["orders", await figure("select count(*)::int from customer_order")],
    ["payments refunded by the providers", await figure(`select count(*)::int from ${REFUNDED} refunded`)],
    ["checkouts given up", await figure("select count(*)::int from checkout where status <> 'paid'")],
    ["webhooks received", await figure("select count(*)::int from provider_event")],
    [
      "webhooks dropped",
      await figure(
        `select count(*)::int from fault.provider_object event where kind = 'event'
           and coalesce(body->>'type', body->>'event_type') in (select type from provider_event)
           and not exists (select from provider_event where event_id = event.id)`,
      ),
    ],
    ["last VAT invoice number", await figure("select value from counter where name = 'vat_invoice'")],
    ["emails", await figure("select count(*)::int from outbox_email")],
    [describeSettled(run.settled), run.settled.sweeps],
  ]);
  section("what must be nothing");
  table(run.findings.map(({ rule, rows }) => [rule, rows.length]));
  table([["promises broken on the way", run.damage.violations.length]]);
  for (const { rule, rows } of run.findings) {
    if (rows.length === 0) continue;
    console.log(`\n${rule}:`);
    for (const row of rows.slice(0, SHOWN)) console.log(`  ${JSON.stringify(row)}`);
    if (rows.length > SHOWN) console.log(`  … and ${rows.length - SHOWN} more`);
  }
  for (const violation of run.damage.violations) console.log(`\n${violation}`);
  const passed = run.findings.every(({ rows }) => rows.length === 0) && run.damage.violations.length === 0;
  console.log(
    `\n${passed ? "Everything held" : "NOT everything held"}: ${run.visits.length} checkouts in ${run.seconds.toFixed(1)} s, --seed ${run.seed}`,
  );
  return passed;
}

function section(title: string): void {
  console.log(`\n── ${title} ${"─".repeat(Math.max(2, 60 - title.length))}`);
}

function table(rows: readonly (readonly [string, number])[]): void {
  for (const [name, value] of rows) console.log(`${String(value).padStart(7)}  ${name}`);
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
