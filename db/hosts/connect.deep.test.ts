import { setTimeout as wait } from "node:timers/promises";
import { MikroORM } from "@mikro-orm/postgresql";
import type pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { PostgresNode } from "#server/testing/postgres-node.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { databaseConfig } from "../mikro-orm.config.ts";
import { closeWatches, followPrimary, openPool, primaryAddress } from "./connect.ts";

/* A primary and its standby; the tests go through their life in order. */
let folder: string;
let one: PostgresNode;
let two: PostgresNode;

beforeAll(async () => {
  folder = await makeThrowawayFolder();
  one = await PostgresNode.primary(folder, "one");
  await one.asAdmin("select pg_switch_wal()");
  two = await PostgresNode.standbyOf(one, folder, "two");
  await one.waitFor(two);
});
afterAll(async () => {
  closeWatches();
  await Promise.all([one.stop(), two.stop()]);
  await removeThrowawayFolder(folder);
});

/** The standby's name first, so that the order alone finds nothing. */
const bothHosts = () =>
  one.url.replace(/@[^/]+/, `@127.0.0.1:${two.port},127.0.0.1:${one.port}`) +
  "?target_session_attrs=read-write";

function pool(): pg.Pool {
  const opened = openPool(bothHosts(), { max: 3, connectionTimeoutMillis: 10_000 });
  onTestFinished(() => opened.end());
  return opened;
}

/** The port of the server that answers, and undefined where none does. */
async function whoAnswers(from: pg.Pool): Promise<number | undefined> {
  const answer = await from.query("select inet_server_port() as port").catch(() => undefined);
  return answer?.rows[0]?.port;
}

it("connects to the host that takes writes, wherever it stands in the list", async () => {
  expect(await whoAnswers(pool())).toBe(one.port);
  expect(new URL(await primaryAddress(bothHosts())).port).toBe(String(one.port));
});

it("serves the ORM, which names the host, the password and its limits one by one", async () => {
  const orm = new MikroORM(databaseConfig(bothHosts(), { poolSize: 2 }));
  onTestFinished(() => orm.close());
  const [answer] = await orm.em
    .fork()
    .execute("select inet_server_port() as port, current_setting('lock_timeout') as lock");
  expect(answer).toEqual({ port: one.port, lock: "15s" });
});

it("gives a request an error while no host takes writes", async () => {
  await one.stop();
  await expect(pool().query("select 1")).rejects.toThrow();
  await one.start();
  const later = pool();
  await expect.poll(() => whoAnswers(later), { timeout: 10_000 }).toBe(one.port);
});

it("leaves a primary that still lives for one that was promoted, open connections too", async () => {
  const open = pool();
  const held = await open.connect();
  const lost = new Promise((resolve) => held.once("end", resolve));
  let followed = 0;
  onTestFinished(followPrimary(bothHosts(), () => (followed += 1)));
  await two.promote();
  await lost;
  held.release(true);
  expect(await whoAnswers(open)).toBe(two.port);
  expect(followed).toBe(1);
});

it("does not go back to the old primary, even when that is the only one left", async () => {
  const open = pool();
  await two.stop();
  await expect.poll(() => whoAnswers(open), { timeout: 10_000 }).toBeUndefined();
  await wait(2500);
  expect(await whoAnswers(open)).toBeUndefined();
  await two.start();
  await expect.poll(() => whoAnswers(open), { timeout: 10_000 }).toBe(two.port);
});
