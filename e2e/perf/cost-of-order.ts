import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { startMailSink } from "../support/mail-sink.ts";
import { ScriptedBuyer } from "./scripted-buyer.ts";
import {
  childrenOf,
  connect,
  fillStock,
  type MeasuredServer,
  processorTimeOf,
  startCountingDatabase,
  startShop,
  untilIdle,
} from "./shop.ts";

const WARM_UP_ORDERS = 200;
const LOOK_MS = 50;
const PATIENCE_MS = 120_000;

/** What orders cost, a figure for each order. */
interface Cost {
  /** Processor time in ms. */
  shopMs: number;
  databaseMs: number;
  /** Sent by the shop, with begin and commit. */
  statements: number;
  rowsWritten: number;
  walBytes: number;
  /** The ten that take the database longest. */
  dearest: { calls: number; ms: number; text: string }[];
}

export interface CostOfOrder {
  /** From the first request to the paid order, with the provider's events. */
  order: Cost;
  /** Mails, rendered and handed to a mail server, and whatever else the job runner does for it. */
  afterWork: Cost;
  /** Whole orders of 20 shoppers a second, until the last job of the last one is done. */
  perSecond: number;
  /** The same until the last one is paid. */
  paidPerSecond: number;
}

/**
 * Measures what an order costs and where: first in a shop without a job runner, so that the mails wait; then in one that
 * sends them when told to; at the end both together, as a shop works.
 */
export async function measureCostOfOrder(
  closing: AsyncDisposableStack,
  folder: string,
  orders: number,
): Promise<CostOfOrder> {
  const database = await startCountingDatabase(closing, folder);
  const client = await connect(closing, database.url);
  const admin = await connect(closing, database.adminUrl);
  const mailSink = closing.adopt(await startMailSink(), (sink) => sink.stop());
  const mailing = { SMTP_URL: mailSink.url, MAIL_FROM: "shop@oxbow.example" };
  const open = (settings: Record<string, string>) =>
    startShop(closing, {
      databaseUrl: database.url,
      dataDir: folder,
      settings: { ...mailing, ...settings },
    });

  const withoutJobs = await open({ JOBS: "off" });
  await fillStock(database.url);
  const buyer = new ScriptedBuyer(withoutJobs.url);
  await buyer.fillCarts();
  await buyer.placeOrders(WARM_UP_ORDERS);
  await untilIdle(withoutJobs.pid);
  await client.query("create table earlier_email as select email_id from waiting_email");
  const order = await costOf({ admin, client }, withoutJobs, orders, async () => {
    await buyer.placeOrders(orders);
    await untilIdle(withoutJobs.pid);
  });
  // An order leaves no other work than mails that wait for a job: those of the measured orders are put aside.
  await client.query(
    `create table held_email as
       select email_id from waiting_email where email_id not in (select email_id from earlier_email)`,
  );
  await client.query("delete from waiting_email where email_id in (select email_id from held_email)");
  await withoutJobs.end();

  const shop = await open({});
  // The jobs of the first orders warm it up.
  await untilJobsAreDone(client);
  await untilIdle(shop.pid);
  const afterWork = await costOf({ admin, client }, shop, orders, async () => {
    await client.query("insert into waiting_email select email_id from held_email");
    await untilJobsAreDone(client);
  });
  const again = new ScriptedBuyer(shop.url);
  await again.fillCarts();
  await again.placeOrders(WARM_UP_ORDERS);
  await untilJobsAreDone(client);
  const started = performance.now();
  await again.placeOrders(orders);
  const paidPerSecond = (orders * 1000) / (performance.now() - started);
  await untilJobsAreDone(client);
  const perSecond = (orders * 1000) / (performance.now() - started);
  return { order, afterWork, perSecond, paidPerSecond };
}

/** Waits until no mail waits for a job, and no job is due or being done. */
async function untilJobsAreDone(client: pg.Client): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(LOOK_MS)) {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from waiting_email)::int + (select count(*) from graphile_worker._private_jobs
         where attempts < max_attempts and run_at <= now())::int as left`,
    );
    if (rows[0]?.left === 0) return;
  }
  throw new Error("The jobs are not done.");
}

/** The server process that all connections' processes come from. */
async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const postmaster = processes.find((pid) => {
    try {
      return childrenOf(Number(pid)).includes(rows[0]?.pid ?? 0);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
  return Number(postmaster);
}

/** Of all processes of PostgreSQL, also those that have ended, in ms. */
function databaseTime(postmaster: number): number {
  return [
    processorTimeOf(postmaster, { withChildren: true }),
    ...childrenOf(postmaster).map((pid) => processorTimeOf(pid)),
  ].reduce((sum, time) => sum + time, 0);
}

/** PostgreSQL's processes hand over what they have counted when they have been idle for so long, in ms. */
const STATISTICS_COME_AFTER = 11_000;

async function costOf(
  { admin, client }: { admin: pg.Client; client: pg.Client },
  shop: MeasuredServer,
  orders: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const numberOf = async (connection: pg.Client, expression: string) =>
    Number((await connection.query<{ n: string }>(`select (${expression})::text as n`)).rows[0]?.n);
  // In the shop's own tables and the job queue: a statement that writes a whole order writes to fifteen of them.
  const rowsWritten = async () => {
    await wait(STATISTICS_COME_AFTER);
    return numberOf(
      client,
      `select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_all_tables
        where schemaname in ('public', 'graphile_worker')`,
    );
  };
  const walSoFar = () => numberOf(admin, "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
  const postmaster = await postmasterOf(admin);
  await admin.query("select pg_stat_statements_reset()");
  const before = { rows: await rowsWritten(), wal: await walSoFar() };
  const [shopBefore, databaseBefore] = [processorTimeOf(shop.pid), databaseTime(postmaster)];
  await work();
  const [shopAfter, databaseAfter] = [processorTimeOf(shop.pid), databaseTime(postmaster)];
  const wal = await walSoFar();
  const { rows } = await admin.query<{ text: string; calls: number; ms: number }>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls)::int as calls,
            sum(total_exec_time)::float8 as ms
     from pg_stat_statements join pg_database on pg_database.oid = dbid
     where datname = 'shop' and query not like '%pg_stat_%' group by 1 order by ms desc`,
  );
  return {
    shopMs: (shopAfter - shopBefore) / orders,
    databaseMs: (databaseAfter - databaseBefore) / orders,
    statements: rows.reduce((sum, { calls }) => sum + calls, 0) / orders,
    rowsWritten: ((await rowsWritten()) - before.rows) / orders,
    walBytes: (wal - before.wal) / orders,
    dearest: rows
      .slice(0, 10)
      .map(({ text, calls, ms }) => ({ text, calls: calls / orders, ms: ms / orders })),
  };
}
