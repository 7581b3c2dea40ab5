import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#db/embedded/connection-settings.ts";
import { findHome } from "#db/embedded/home.ts";
import { findServer } from "#db/embedded/server-process.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { withConnection, withDatabase } from "#server/testing/database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { runAndClose, ScriptedBuyer } from "../perf/shop.ts";
import { WebProcess } from "../support/web-process.ts";

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
  const [one, two] = await startPrimaryAndStandby(closing, folder);
  const port = await startProxy(closing, folder, one, two);
  const databaseUrl = one.url.replace(`:${one.port}/`, `:${port}/`);
  const settings = { DATABASE_URL: databaseUrl, RATE_LIMIT_FACTOR: "0", WEB_PROCESSES: "1" };
  const web = new WebProcess({ port: await freePort(), dataDir: folder, settings });
  closing.defer(async () => void (await web.close()));
  await web.start();
  await query(one, `update product set stock_quantity = ${STOCK}`, "shop");
  const buyer = new ScriptedBuyer(web.url);
  const [cart] = await buyer.fillCarts();
  if (!cart) throw new Error("The buyer has no cart.");

  const bought: string[] = [];
  while (bought.length < ORDERS_BEFORE) bought.push(await buyer.buy(cart));
  console.log(`${bought.length} orders; the primary is killed`);
  killServer(path.join(folder, "one"));
  await query(two, "select pg_promote(true, 60)");
  const promoted = performance.now();
  const secondsSince = () => (performance.now() - promoted) / 1000;
  for (let isServed = false; !isServed && secondsSince() < MOST_SECONDS * 3; ) {
    const next = await buyer.buy(cart).catch(() => undefined);
    if (next === undefined) await wait(PAUSE_MS);
    else isServed = bought.push(next) > 0;
  }
  const seconds = secondsSince();
  console.log(`the next order ${seconds.toFixed(1)} s after the promotion (at most ${MOST_SECONDS})`);
  const rows = await query(two, "select customer_email as email from customer_order", "shop");
  const stored = new Set(rows.map(({ email }) => email));
  const lost = bought.filter((email) => !stored.has(email));
  console.log(`${lost.length} of ${bought.length} acknowledged orders are lost`, ...lost);
  return seconds <= MOST_SECONDS && lost.length === 0;
}

/**
 * The standby begins as a copy of the primary's files, made while that is stopped: the embedded binaries bring no
 * pg_basebackup. Then no transaction of the primary is acknowledged any more without it.
 */
async function startPrimaryAndStandby(
  closing: AsyncDisposableStack,
  folder: string,
): Promise<[EmbeddedPostgres, EmbeddedPostgres]> {
  const start = async (name: string) =>
    closing.adopt(await startEmbeddedPostgres({ dataDir: path.join(folder, name) }), (server) =>
      server.stop(),
    );
  const first = await start("one");
  await query(first, `alter system set primary_conninfo = '${first.adminUrl}?application_name=two'`);
  await first.stop();
  execFileSync("cp", ["-a", path.join(folder, "one"), path.join(folder, "two")]);
  writeFileSync(path.join(findHome(path.join(folder, "two"))?.cluster ?? "", "standby.signal"), "");
  const [one, two] = [await start("one"), await start("two")];
  await query(one, "alter system set synchronous_standby_names = 'two'");
  await query(one, "select pg_reload_conf()");
  const isSynchronous = "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
  while ((await query(one, isSynchronous)).length === 0) await wait(PAUSE_MS);
  return [one, two];
}

/** Runs one statement as the superuser. */
async function query(
  server: EmbeddedPostgres,
  statement: string,
  database = "postgres",
): Promise<Record<string, unknown>[]> {
  return withConnection(withDatabase(server.adminUrl, database), async (client) => {
    return (await client.query(statement)).rows;
  });
}

/** kill -9: its connections break, and nothing is finished. */
function killServer(dataDir: string): void {
  const home = findHome(dataDir);
  const server = home && findServer(home);
  if (server) process.kill(server.pid, "SIGKILL");
}

/** HAProxy as it is delivered, with the ports of this drill; resolves with the one to connect to. */
async function startProxy(
  closing: AsyncDisposableStack,
  folder: string,
  one: EmbeddedPostgres,
  two: EmbeddedPostgres,
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
