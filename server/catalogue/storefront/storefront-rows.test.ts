import { randomBytes } from "node:crypto";
import { type EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from "vitest";
import { databaseConfig } from "#db/mikro-orm.config.ts";
import { noteChange, setListening } from "#server/core/cache-versions.ts";
import { asAdmin } from "#server/testing/database.ts";
import { searchedRows, storefrontRows } from "./storefront-rows.server.ts";

const url = () => process.env.DATABASE_URL ?? "";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(1_000_000);
  setListening(true);
});
afterEach(() => {
  setListening(false);
  vi.useRealTimers();
});

/** A second address of the database that is read-only, as a replica is; or one where no server listens. */
async function withReplica(leadsTo: "the database" | "nowhere"): Promise<EntityManager> {
  const role = `reader_${randomBytes(4).toString("hex")}`;
  const admin = new URL(inject("adminUrl"));
  admin.pathname = new URL(url()).pathname;
  await asAdmin(
    admin.href,
    `create role ${role} login password 'reader'; alter role ${role} set default_transaction_read_only = on;
     grant pg_read_all_data, pg_write_all_data to ${role}`,
  );
  const replica = new URL(url());
  [replica.username, replica.password] = [role, "reader"];
  if (leadsTo === "nowhere") replica.port = "1";
  const orm = new MikroORM(databaseConfig(url(), { replicaUrl: replica.href, poolSize: 2 }));
  onTestFinished(async () => {
    await orm.close();
    await asAdmin(admin.href, `drop role ${role}`);
  });
  return orm.em.fork();
}

const who = sql`current_user::text`.as("who");
const whoReads = async (em: EntityManager) => {
  const [row] = await storefrontRows(em, (tables) => tables.selectNoFrom(who));
  return String(row?.who).replace(/_.*/, "");
};

it("reads what it shows from the replica, but not until that has taken over the last change", async () => {
  const em = await withReplica("the database");
  expect(await whoReads(em)).toBe("shop");
  vi.advanceTimersByTime(5001);
  expect(await whoReads(em)).toBe("reader");
  noteChange("catalogue");
  expect(await whoReads(em)).toBe("shop");
  vi.advanceTimersByTime(5001);
  expect(await whoReads(em)).toBe("reader");
  setListening(false);
  vi.advanceTimersByTime(5001);
  expect(await whoReads(em)).toBe("shop");
});

it("leaves everything else with the database itself, reads too", async () => {
  const em = await withReplica("the database");
  vi.advanceTimersByTime(5001);
  const write = em.getConnection("read").execute("update product set name = name");
  await expect(write).rejects.toThrow("read-only");
  expect(await em.execute("select current_user as who")).toEqual([{ who: "shop" }]);
  expect(await em.execute("update product set name = name where false")).toBeDefined();
});

it("asks the database itself when the replica does not answer", async () => {
  const em = await withReplica("nowhere");
  vi.advanceTimersByTime(5001);
  expect(await whoReads(em)).toBe("shop");
  expect(await whoReads(em)).toBe("shop");
});

it("searches from the replica as well, for five seconds at most, and changes nothing", async () => {
  const em = await withReplica("the database");
  const mostTime = sql`current_setting('statement_timeout')`.as("most");
  const search = () => searchedRows(em, (tables) => tables.selectNoFrom([who, mostTime]));
  expect(await search()).toEqual([{ who: "shop", most: "5s" }]);
  vi.advanceTimersByTime(20_000);
  expect(await search()).toMatchObject([{ who: expect.stringMatching(/^reader_/), most: "5s" }]);
  const locking = () => searchedRows(em, (tables) => tables.selectFrom("counter").selectAll().forUpdate());
  await expect(locking()).rejects.toThrow("read-only transaction");
  expect(await storefrontRows(em, (tables) => tables.selectNoFrom(mostTime))).toEqual([{ most: "1min" }]);
});
