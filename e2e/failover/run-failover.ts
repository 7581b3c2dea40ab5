import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#db/embedded/free-port.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { runAndClose } from "../perf/closing.ts";
import { ScriptedBuyer } from "../perf/scripted-buyer.ts";
import { WebProcess } from "../support/web-process.ts";
import { PostgresNode } from "./postgres-node.ts";

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
  const rows = await two.query("select transaction_id as payment from customer_order", "shop");
  const kept = new Set(rows.map(({ payment }) => payment));
  const lost = bought.filter((payment) => !kept.has(payment));
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
