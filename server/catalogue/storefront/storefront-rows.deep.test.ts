import { type EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { migrate } from "#db/migrate.ts";
import { databaseConfig } from "#db/mikro-orm.config.ts";
import { seedAt } from "#db/seed/seed.ts";
import { noteChange, setListening } from "#server/core/cache-versions.ts";
import { PostgresNode } from "#server/testing/postgres-node.ts";
import { Relay } from "#server/testing/relay.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { searchedRows, storefrontRows } from "./storefront-rows.server.ts";

/* A real primary with a real streaming replica. */
let folder: string;
let primary: PostgresNode;
let replica: PostgresNode;

beforeAll(async () => {
  folder = await makeThrowawayFolder();
  primary = await PostgresNode.primary(folder, "one");
  await migrate(primary.url);
  await seedAt(primary.url, { demo: false });
  replica = await PostgresNode.standbyOf(primary, folder, "two");
});
afterAll(async () => {
  await Promise.all([primary.stop(), replica.stop()]);
  await removeThrowawayFolder(folder);
});

let elapsed = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // A replica that failed in the test before has rested.
  elapsed += 1_000_000;
  vi.advanceTimersByTime(elapsed);
  setListening(true);
});
afterEach(() => {
  setListening(false);
  vi.useRealTimers();
});

/** Of a process of the shop that has just started. */
function openShop(replicaUrl = replica.url): EntityManager {
  const orm = new MikroORM(databaseConfig(primary.url, { replicaUrl, poolSize: 2 }));
  onTestFinished(() => orm.close());
  return orm.em.fork();
}

const who = sql`case when pg_is_in_recovery() then 'replica' else 'primary' end`.as("who");
const whoReads = async (em: EntityManager) => {
  const [row] = await storefrontRows(em, (tables) => tables.selectNoFrom(who));
  return String(row?.who);
};

/** PostgreSQL writes something all the time, so that the replica may need a second to be where the primary was. */
async function untilReplicaIsRead(em: EntityManager): Promise<void> {
  const later = () => {
    vi.advanceTimersByTime(1001);
    return whoReads(em);
  };
  await expect.poll(later, { timeout: 20_000 }).toBe("replica");
}

const priceShown = async (em: EntityManager) => {
  const [product] = await storefrontRows(em, (tables) =>
    tables.selectFrom("product").select("price").orderBy("id").limit(1),
  );
  return product?.price;
};
const setPrice = (price: number) =>
  primary.asAdmin(`update product set price = ${price} where id = (select min(id) from product)`, "shop");

it("reads what it shows from the replica, but not until that has taken over the last change", async () => {
  const em = openShop();
  expect(await whoReads(em)).toBe("primary");
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
  noteChange("catalogue");
  expect(await whoReads(em)).toBe("primary");
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
  setListening(false);
  vi.advanceTimersByTime(5001);
  expect(await whoReads(em)).toBe("primary");
});

it("leaves everything else with the database itself, reads too", async () => {
  const em = openShop();
  vi.advanceTimersByTime(5001);
  const write = em.getConnection("read").execute("update product set name = name");
  await expect(write).rejects.toThrow("read-only");
  expect(await em.execute("select pg_is_in_recovery() as standby")).toEqual([{ standby: false }]);
  expect(await em.execute("update product set name = name where false")).toBeDefined();
});

it("searches from the replica as well", async () => {
  const em = openShop();
  const search = () => searchedRows(em, (tables) => tables.selectNoFrom(who));
  expect(await search()).toEqual([{ who: "primary" }]);
  vi.advanceTimersByTime(20_000);
  await untilReplicaIsRead(em);
  expect(await search()).toEqual([{ who: "replica" }]);
});

it("shows no price of before from a replica that stopped taking over changes", async () => {
  const em = openShop();
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
  await replica.asAdmin("select pg_wal_replay_pause()");
  await setPrice(4321);
  noteChange("catalogue");
  expect(await priceShown(em)).toBe(4321);
  vi.advanceTimersByTime(5001);
  expect(await priceShown(em)).toBe(4321);
  vi.advanceTimersByTime(60_000);
  expect(await priceShown(em)).toBe(4321);
  await replica.asAdmin("select pg_wal_replay_resume()");
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
});

it("asks the database itself while the replica is stopped, and the replica again afterwards", async () => {
  const em = openShop();
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
  await replica.stop();
  vi.advanceTimersByTime(1001);
  for (const _ of [1, 2]) expect(await priceShown(em)).toBe(4321);
  await replica.start();
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
});

it("shows a page although the network before the replica swallows everything", async () => {
  const relay = await Relay.before(replica.port);
  onTestFinished(() => relay.close());
  const em = openShop(replica.url.replace(`:${replica.port}/`, `:${relay.port}/`));
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
  relay.cut();
  vi.advanceTimersByTime(1001);
  expect(await whoReads(em)).toBe("primary");
  expect(await whoReads(em)).toBe("primary");
  // Closing waits for what is under way.
  relay.mend();
});

it("reads no more from a replica that was promoted by mistake", async () => {
  const em = openShop();
  vi.advanceTimersByTime(5001);
  await untilReplicaIsRead(em);
  await replica.promote();
  await setPrice(5432);
  vi.advanceTimersByTime(5001);
  expect(await priceShown(em)).toBe(5432);
  vi.advanceTimersByTime(3_600_000);
  expect(await priceShown(em)).toBe(5432);
});
