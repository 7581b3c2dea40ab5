import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { copyFile, lchown, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Binaries, findBinaries } from "#db/embedded/binaries.ts";
import {
  adminUrl,
  type ConnectionSettings,
  databaseUrl,
  readSettings,
  writeSettings,
} from "#db/embedded/connection-settings.ts";
import { createCluster } from "#db/embedded/create-cluster.ts";
import { freePort } from "#db/embedded/free-port.ts";
import { type Home, makeHome } from "#db/embedded/home.ts";
import { findServer, startServer, stopServer } from "#db/embedded/server-process.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { withDatabase } from "#server/testing/database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { ScriptedBuyer } from "../perf/scripted-buyer.ts";
import { runAndClose } from "../perf/shop.ts";
import { WebProcess } from "../support/web-process.ts";

/** What a copy of a running cluster leaves out; the log comes by streaming. */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp|pg_notify)\/.+)$|pg_internal\.init$/;

/**
 * A PostgreSQL that streams to another or from one: the embedded binaries bring no pg_basebackup, so a standby is made by
 * the low-level backup API.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
class PostgresNode {
  readonly port: number;
  readonly #home: Home;
  readonly #binaries: Binaries;

  private constructor(port: number, home: Home) {
    this.port = port;
    this.#home = home;
    this.#binaries = findBinaries(home.user, home.folder);
  }

  /** A primary with an empty database `shop`, started. */
  static async primary(folder: string): Promise<PostgresNode> {
    const node = new PostgresNode(await freePort(), makeHome(path.join(folder, "one")));
    await createCluster(node.#home, node.#binaries, { durable: false });
    const settings = { ...readSettings(node.#home.folder), port: node.port };
    writeSettings(node.#home.folder, settings);
    await node.#start(["wal_keep_size = '512MB'"]);
    await node.query(`create role shop login password '${settings.password}'`);
    await node.query("create database shop owner shop");
    return node;
  }

  /** A standby of a running primary; without it no transaction of the primary is acknowledged any more. */
  static async standbyOf(primary: PostgresNode, folder: string): Promise<PostgresNode> {
    const node = new PostgresNode(await freePort(), makeHome(path.join(folder, "two")));
    writeSettings(node.#home.folder, { ...primary.#settings, port: node.port });
    const client = await primary.#connect();
    try {
      await client.query("select pg_backup_start('two', fast => true)");
      await node.#copyCluster(primary.#home.cluster);
      const { rows } = await client.query(
        "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
      );
      await node.#write("backup_label", String(rows[0]?.label));
    } finally {
      await client.end();
    }
    await node.#write("standby.signal", "");
    const { adminPassword } = primary.#settings;
    const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${adminPassword} application_name=two`;
    await node.#start([`primary_conninfo = '${from}'`]);
    await primary.query("alter system set synchronous_standby_names = 'two'");
    await primary.query("select pg_reload_conf()");
    const isSynchronous =
      "select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
    for (;;) if ((await primary.query(isSynchronous)).length > 0) return node;
  }

  /** As the owner of the database `shop`. */
  get url(): string {
    return databaseUrl(this.#settings);
  }

  get #settings(): ConnectionSettings {
    return { ...readSettings(this.#home.folder), port: this.port };
  }

  /** Ends it in order; nothing where it does not run. */
  async stop(): Promise<void> {
    const server = findServer(this.#home);
    if (server) await stopServer(this.#home, server.pid);
  }

  /** kill -9: its connections break, and nothing is finished. */
  kill(): void {
    const server = findServer(this.#home);
    if (server) process.kill(server.pid, "SIGKILL");
  }

  /** Runs one statement as the superuser. */
  async query(statement: string, database = "postgres"): Promise<Record<string, unknown>[]> {
    const client = await this.#connect(database);
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async #connect(database = "postgres"): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: withDatabase(adminUrl(this.#settings), database) });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  async #start(settings: readonly string[]): Promise<void> {
    await this.#write("postgresql.auto.conf", `${settings.join("\n")}\n`);
    await startServer(this.#home, this.#binaries.postgres, { port: this.port, fast: false });
  }

  /** A running server deletes files while they are copied: those are the log's business. */
  async #copyCluster(from: string): Promise<void> {
    const { cluster } = this.#home;
    await mkdir(cluster, { mode: 0o700 });
    await this.#own(cluster);
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const source = path.join(entry.parentPath, entry.name);
      const place = path.relative(from, source);
      if (NOT_COPIED.test(place)) continue;
      const target = path.join(cluster, place);
      try {
        if (entry.isDirectory()) await mkdir(target, { mode: 0o700, recursive: true });
        else await copyFile(source, target);
        await this.#own(target);
      } catch (error) {
        if ((await stat(source).catch(() => undefined)) !== undefined) throw error;
      }
    }
  }

  async #write(file: string, text: string): Promise<void> {
    const target = path.join(this.#home.cluster, file);
    await writeFile(target, text, { mode: 0o600 });
    await this.#own(target);
  }

  async #own(target: string): Promise<void> {
    const { user } = this.#home;
    if (user) await lchown(target, user.uid, user.gid);
  }
}

/**
 * `node e2e/failover/run-failover.ts`, by hand: drills what docs/operations.md describes. The built shop on a primary
 * and its synchronous standby behind `deploy/haproxy.cfg`; somebody buys all the time; the primary is killed with -9
 * and the standby promoted. Exits with 1 when the next order is not placed within the limit, or one that was
 * acknowledged is not in the promoted database. Needs Debian's `haproxy`.
 */
const MOST_SECONDS = 10;
const ORDERS_BEFORE = 20;
const PAUSE_MS = 200;
const STOCK = 1_000_000;

await runAndClose(drill);
process.exit();

async function drill(closing: AsyncDisposableStack): Promise<boolean> {
  const folder = closing.adopt(await makeThrowawayFolder(), removeThrowawayFolder);
  const one = closing.adopt(await PostgresNode.primary(folder), (node) => node.stop());
  const two = closing.adopt(await PostgresNode.standbyOf(one, folder), (node) => node.stop());
  const port = await startProxy(closing, folder, one, two);
  const databaseUrl = one.url.replace(`:${one.port}/`, `:${port}/`);
  const settings = { DATABASE_URL: databaseUrl, RATE_LIMIT_FACTOR: "0", WEB_PROCESSES: "1" };
  const web = new WebProcess({ port: await freePort(), dataDir: folder, settings });
  closing.defer(async () => void (await web.close()));
  await web.start();
  await one.query(`update product set stock_quantity = ${STOCK}`, "shop");
  const buyer = new ScriptedBuyer(web.url);
  const [cart] = await buyer.fillCarts();
  if (!cart) throw new Error("The buyer has no cart.");

  const bought: string[] = [];
  while (bought.length < ORDERS_BEFORE) bought.push(await buyer.buy(cart));
  console.log(`${bought.length} orders; the primary is killed`);
  one.kill();
  await two.query("select pg_promote(true, 60)");
  const promoted = performance.now();
  const secondsSince = () => (performance.now() - promoted) / 1000;
  for (let isServed = false; !isServed && secondsSince() < MOST_SECONDS * 3; ) {
    const next = await buyer.buy(cart).catch(() => undefined);
    if (next === undefined) await wait(PAUSE_MS);
    else isServed = bought.push(next) > 0;
  }
  const seconds = secondsSince();
  console.log(`the next order ${seconds.toFixed(1)} s after the promotion (at most ${MOST_SECONDS})`);
  const rows = await two.query("select customer_email as email from customer_order", "shop");
  const kept = new Set(rows.map(({ email }) => email));
  const lost = bought.filter((email) => !kept.has(email));
  console.log(`${lost.length} of ${bought.length} acknowledged orders are lost`, ...lost);
  return seconds <= MOST_SECONDS && lost.length === 0;
}

/** HAProxy as it is delivered, with the ports of this drill; resolves with the one to connect to. */
async function startProxy(
  closing: AsyncDisposableStack,
  folder: string,
  one: PostgresNode,
  two: PostgresNode,
): Promise<number> {
  const port = await freePort();
  const file = path.join(folder, "haproxy.cfg");
  const delivered = readFileSync(path.join(projectFolder, "deploy/haproxy.cfg"), "utf8");
  writeFileSync(
    file,
    delivered
      .replace("127.0.0.1:6432", `127.0.0.1:${port}`)
      .replace("db-one:5432", `127.0.0.1:${one.port}`)
      .replace("db-two:5432", `127.0.0.1:${two.port}`),
  );
  const child = spawn("haproxy", ["-db", "-q", "-f", file], { stdio: "inherit" });
  closing.defer(() => void child.kill());
  return port;
}
