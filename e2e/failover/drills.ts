import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openClient } from "#db/hosts/connect.ts";
import type { PostgresNode } from "#server/testing/postgres-node.ts";
import type { Random } from "../faults/random.ts";
import { interruptedMigration } from "./interrupted-migration.ts";
import type { Pair } from "./pair.ts";

/** How long a write to the fenced host is waited for, and after how long PostgreSQL itself would give up a statement. */
const FENCE_MS = 3000;
const STATEMENT_MS = 1000;
/** For connections to a former primary to be cut. */
const LEAVE_MS = 2000;

/** What a drill saw: in a few words each, and what did not hold. */
interface Seen {
  notes: string[];
  violations: string[];
}

/** A way in which a primary is lost. */
export interface Drill {
  name: string;
  /** Does the damage and promotes the standby. */
  act(pair: Pair, random: Random): Promise<Seen>;
}

const killed: Drill = {
  name: "the primary is killed with -9",
  act: async (pair, random) => {
    pair.primary.kill();
    await wait(random.between(0, 1500));
    await pair.promote();
    return { notes: [], violations: [] };
  },
};

const cutOff: Drill = {
  name: "the network between the two is cut, and both live on",
  act: async (pair, random) => {
    pair.cutNetwork();
    await wait(random.between(500, 2000));
    const old = await pair.promote();
    const violations: string[] = [];
    if (await takesWrites(old)) violations.push("The old primary acknowledged a write after the promotion.");
    await wait(LEAVE_MS);
    const left = await idleConnections(old);
    if (left > 0) violations.push(`${left} connections of the shop are still open at the old primary.`);
    const alone = await ordersOnOneSide(pair, old);
    return {
      notes: [
        "the old primary acknowledged no write, also not after statement_timeout, and the shop had left it",
        `orders that were committed there alone, and that nobody was told of: ${alone}`,
      ],
      violations,
    };
  },
};

const migrating: Drill = {
  name: "the primary is killed with -9 while a migration runs",
  act: async (pair) => {
    const migration = await interruptedMigration(pair);
    const locking = await alterOrders(pair);
    pair.primary.kill();
    await pair.promote();
    await locking.end().catch(() => undefined);
    const violations: string[] = [];
    const half = await pair.count(
      "select count(*) from information_schema.columns where table_name = 'customer_order' and column_name = 'drilled'",
    );
    if (half > 0) violations.push("Half of a migration is left.");
    const { interrupted, complaint } = await migration.finish();
    if (!interrupted) violations.push("The migration had ended before the primary was killed.");
    if (complaint) violations.push(complaint);
    return { notes: ["the migration was undone, and complete after it ran again"], violations };
  },
};

export const drills: readonly [Drill, ...Drill[]] = [killed, cutOff, migrating];

/** Whether a client that insists on this host gets a write acknowledged. */
async function takesWrites(node: PostgresNode): Promise<boolean> {
  const client = new pg.Client({ connectionString: node.url, statement_timeout: STATEMENT_MS });
  client.on("error", () => undefined);
  await client.connect();
  const written = client.query("insert into fault.fenced (at) values (now())").then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([written, wait(FENCE_MS, false)]);
  void client.end().catch(() => undefined);
  return answer;
}

/** Open connections of the shop; those that wait for the standby do not notice that their client has gone. */
async function idleConnections(node: PostgresNode): Promise<number> {
  const rows = await node.asAdmin(
    `select pid from pg_stat_activity where usename = 'shop' and state = 'idle'
      and application_name not like 'shop: which host%'`,
  );
  return rows.length;
}

/** Ends what waits for the standby, so that it becomes visible, and compares the orders. */
async function ordersOnOneSide(pair: Pair, old: PostgresNode): Promise<number> {
  await old.asAdmin("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
  await wait(200);
  const there = await old.asAdmin("select transaction_id as payment from customer_order", "shop");
  const here = await pair.query("select transaction_id as payment from customer_order");
  const known = new Set(here.map(({ payment }) => payment));
  return there.filter(({ payment }) => !known.has(payment)).length;
}

/** As a migration of the running shop does: locks its orders in a transaction that never ends. */
async function alterOrders(pair: Pair): Promise<pg.Client> {
  const client = openClient(pair.url, { lock_timeout: 30_000 });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin");
  await client.query("alter table customer_order add column drilled int");
  return client;
}
