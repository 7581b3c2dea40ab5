import pg from "pg";
import { freePort } from "#db/embedded/free-port.ts";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { WebProcess } from "../faults/web-process.ts";
import { Closing } from "./closing.ts";
import { checksOf, type Running } from "./instances/checks.ts";
import { startFront } from "./instances/front.ts";

/**
 * `npm run instances`: two instances of the built shop behind nginx on one PostgreSQL, started at the same moment on
 * an empty database. Changes made on one must apply on the other: sign-ins, carts, prices, settings, limits, jobs.
 * Then one is killed while people order. Prints what held and what did not, and fails if anything did not.
 */
const closing = new Closing();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void closing.close().then(() => process.exit(130)));
}

try {
  await run();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await closing.close();

async function run(): Promise<void> {
  const running = await start();
  for (const { what, check } of checksOf(running)) {
    const begun = performance.now();
    try {
      const result = await check();
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`✓ ${what}${result ? `: ${result}` : ""} (${seconds} s)`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`✗ ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function start(): Promise<Running> {
  const folder = await closing.open(() => makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
  const database = await closing.open(
    () => startEmbeddedPostgres({ dataDir: folder }),
    (opened) => opened.stop(),
  );
  const ports = [await freePort(), await freePort()];
  const front = await closing.open(
    () => startFront(folder, ports),
    (opened) => opened.stop(),
  );
  const instances = ports.map(
    (port) =>
      new WebProcess({
        port,
        dataDir: folder,
        databaseUrl: database.url,
        environment: { DEMO_DATA: "on", TRUST_PROXY: "on", RATE_LIMIT_FACTOR: "5", PUBLIC_URL: front.url },
      }),
  );
  await closing.open(
    async () => instances,
    (opened) => Promise.all(opened.map((instance) => instance.close())),
  );
  const pool = await closing.open(
    async () => new pg.Pool({ connectionString: database.url, max: 2 }),
    (opened) => opened.end(),
  );
  pool.on("error", () => undefined);
  const begun = performance.now();
  await Promise.all(instances.map((instance) => instance.start()));
  console.log(
    `Two instances started together on an empty database in ${((performance.now() - begun) / 1000).toFixed(1)} s, behind ${front.kind}.`,
  );
  const [one, two] = instances;
  if (!one || !two) throw new Error("There must be two instances.");
  return { one, two, front, pool };
}
