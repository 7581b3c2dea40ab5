import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { connectWhileMeasuring } from "../bench/connect.ts";
import { fillStock, startCountingDatabase } from "../bench/database.ts";
import type { Closing } from "../closing.ts";
import { childrenOf, processorTimeOf, runs, untilIdle } from "../process-usage.ts";
import { ScriptedBuyer } from "../scripted-buyer.ts";
import { type MeasuredServer, startShop } from "../shop.ts";
import { startMailSink } from "./mail-sink.ts";

/** The program of the payment stand-ins, which the shop starts. */
const STAND_INS = "server/sandbox/start.ts";
/** As many as loop whole orders in the race against other shops. */
const SHOPPERS = 20;
const WARM_UP_ORDERS = 200;
const LOOK_MS = 50;
const PATIENCE_MS = 120_000;

/** What orders cost, a figure for each order. */
export interface Cost {
  /** Processor time in ms; undefined where there is no `/proc`. */
  shopMs: number | undefined;
  standInMs: number | undefined;
  databaseMs: number | undefined;
  /** Sent by the shop, with begin and commit. */
  statements: number;
  /** Sent by the stand-in, which keeps what it knows in the same database. */
  standInStatements: number;
  /** Of triggers and functions inside the database. */
  innerStatements: number;
  transactions: number;
  rowsWritten: number;
  walBytes: number;
  dearest: { calls: number; ms: number; text: string }[];
}

export interface CostOfOrder {
  orders: number;
  /** At the same time. */
  shoppers: number;
  /** From the first request to the paid order, with the provider's events. */
  order: Cost;
  /** Mails, rendered and handed to a mail server, and whatever else the job runner does for it. */
  afterWork: Cost;
  /** Whole orders of 20 shoppers a second, until the last job of the last one is done. */
  perSecond: number;
  /** The same until the last one is paid. */
  paidPerSecond: number;
}

interface Measuring {
  closing: Closing;
  folder: string;
  orders: number;
}

/**
 * Measures what an order costs and where: first in a shop without a job runner, so that the mails wait; then in one that
 * sends them when told to; at the end both together, as a shop works.
 */
export async function measureCostOfOrder({ closing, folder, orders }: Measuring): Promise<CostOfOrder> {
  const database = await closing.open(
    () => startCountingDatabase(folder, "all"),
    (opened) => opened.stop(),
  );
  const connect = (url: string) => connectWhileMeasuring(closing, url);
  const [client, admin] = [await connect(database.url), await connect(database.adminUrl)];
  const mailSink = await closing.open(startMailSink, (sink) => sink.stop());
  const mailing = { SMTP_URL: mailSink.url, MAIL_FROM: "shop@oxbow.example" };
  const open = (settings: Record<string, string>) =>
    startShop({ databaseUrl: database.url, dataDir: folder, settings: { ...mailing, ...settings } });

  const withoutJobs = await closing.open(
    () => open({ JOBS: "off" }),
    (opened) => opened.stop(),
  );
  await fillStock(database.url);
  const buyer = new ScriptedBuyer(withoutJobs.url);
  await buyer.fillCarts();
  await placeOrders(buyer, WARM_UP_ORDERS);
  await untilIdle(withoutJobs.pid);
  const earlier = await lastMail(client);
  const order = await costOf({ admin, client }, withoutJobs, orders, async () => {
    await placeOrders(buyer, orders);
    await untilIdle(withoutJobs.pid);
  });
  buyer.leave();
  await holdMailsAfter(client, earlier);
  await withoutJobs.stop();

  const shop = await closing.open(
    () => open({}),
    (opened) => opened.stop(),
  );
  // The jobs of the first orders warm it up.
  await untilJobsAreDone(client);
  await untilIdle(shop.pid);
  const afterWork = await costOf({ admin, client }, shop, orders, async () => {
    await letHeldMailsWait(client);
    await untilJobsAreDone(client);
  });
  const again = new ScriptedBuyer(shop.url);
  await again.fillCarts();
  await placeOrders(again, WARM_UP_ORDERS);
  await untilJobsAreDone(client);
  const started = performance.now();
  await placeOrders(again, orders);
  const paidPerSecond = (orders * 1000) / (performance.now() - started);
  await untilJobsAreDone(client);
  const perSecond = (orders * 1000) / (performance.now() - started);
  again.leave();
  return { orders, shoppers: SHOPPERS, order, afterWork, perSecond, paidPerSecond };
}

async function placeOrders(buyer: ScriptedBuyer, orders: number): Promise<void> {
  let left = orders;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await buyer.placeOrder();
    }
  };
  await Promise.all(Array.from({ length: SHOPPERS }, loop));
}

async function lastMail(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "select coalesce(max(email_id), 0) as id from waiting_email",
  );
  return rows[0]?.id ?? 0;
}

/** An order leaves no other work than mails that wait for a job: puts those after this one aside. */
async function holdMailsAfter(client: pg.Client, id: number): Promise<void> {
  await client.query(`create table held_email as select email_id from waiting_email where email_id > ${id}`);
  await client.query(
    "delete from waiting_email using held_email held where held.email_id = waiting_email.email_id",
  );
}

async function letHeldMailsWait(client: pg.Client): Promise<void> {
  await client.query("insert into waiting_email select email_id from held_email");
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

interface Totals {
  shop: number | undefined;
  standIn: number | undefined;
  database: number | undefined;
}

/** Processor time so far in ms. */
function totalsOf(shop: MeasuredServer, postmaster: number): Totals {
  const standIn = childrenOf(shop.pid).find((pid) => runs(pid, STAND_INS));
  const ofDatabase = [postmaster, ...childrenOf(postmaster)].map(processorTimeOf);
  return {
    shop: processorTimeOf(shop.pid),
    standIn: standIn === undefined ? undefined : processorTimeOf(standIn),
    database: ofDatabase.every((time) => time !== undefined)
      ? ofDatabase.reduce((sum, time) => sum + time, 0) + reapedTimeOf(postmaster)
      : undefined,
  };
}

/** Of children that have ended, in ms. */
function reapedTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The server process that all connections' processes come from. */
async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backend = String(rows[0]?.pid);
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parent = parents.find((pid) => childrenOf(Number(pid)).includes(Number(backend)));
  if (parent === undefined) throw new Error("The database is not of this machine.");
  return Number(parent);
}

/** The stand-in has a schema of its own. */
const ofStandIn = /\bsandbox\./;

/** PostgreSQL's processes hand over what they have counted when they have been idle for so long, in ms. */
const STATISTICS_COME_AFTER = 11_000;

/** In the shop's own tables and the job queue: a statement that writes a whole order writes to fifteen of them. */
async function rowsWrittenSoFar(client: pg.Client): Promise<number> {
  await wait(STATISTICS_COME_AFTER);
  const { rows } = await client.query<{ written: number }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as written
       from pg_stat_all_tables where schemaname in ('public', 'graphile_worker')`,
  );
  return rows[0]?.written ?? 0;
}

async function costOf(
  { admin, client }: { admin: pg.Client; client: pg.Client },
  shop: MeasuredServer,
  orders: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const postmaster = await postmasterOf(admin);
  const lsn = async () =>
    (await admin.query<{ at: string }>("select pg_current_wal_insert_lsn() as at")).rows[0]?.at;
  await admin.query("select pg_stat_statements_reset()");
  const rowsBefore = await rowsWrittenSoFar(client);
  const [from, before] = [await lsn(), totalsOf(shop, postmaster)];
  await work();
  const after = totalsOf(shop, postmaster);
  const { rows: wal } = await admin.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::text as bytes",
    [from],
  );
  const { rows } = await admin.query<{
    text: string;
    calls: number;
    ms: number;
    toplevel: boolean;
  }>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, toplevel, sum(calls)::int as calls,
            sum(total_exec_time)::float8 as ms
     from pg_stat_statements join pg_database on pg_database.oid = dbid
     where datname = 'shop' and query not like '%pg_stat_statements%' group by 1, 2 order by ms desc`,
  );
  const count = (kept: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(kept).reduce((sum, { calls }) => sum + calls, 0) / orders;
  const each = (name: keyof Totals) => {
    const [start, end] = [before[name], after[name]];
    return start === undefined || end === undefined ? undefined : (end - start) / orders;
  };
  return {
    shopMs: each("shop"),
    standInMs: each("standIn"),
    databaseMs: each("database"),
    statements: count(({ toplevel, text }) => toplevel && !ofStandIn.test(text)),
    standInStatements: count(({ toplevel, text }) => toplevel && ofStandIn.test(text)),
    innerStatements: count(({ toplevel }) => !toplevel),
    transactions: count(({ text, toplevel }) => toplevel && /^(begin|start transaction)/i.test(text)),
    rowsWritten: ((await rowsWrittenSoFar(client)) - rowsBefore) / orders,
    walBytes: Number(wal[0]?.bytes ?? 0) / orders,
    dearest: rows
      .filter(({ toplevel }) => toplevel)
      .slice(0, 10)
      .map(({ text, calls, ms }) => ({ text, calls: calls / orders, ms: ms / orders })),
  };
}
