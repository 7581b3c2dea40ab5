import { randomUUID } from "node:crypto";
import { expect, inject, it, onTestFinished } from "vitest";
import { z } from "zod";
import { asAdmin, withDatabase } from "#server/testing/database.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import type { Store } from "./store.server.ts";
import { closeStore, inTransaction, openStore, withoutTransaction } from "./transactions.server.ts";

runTestSandbox();

const anObject = (body: Record<string, unknown> = {}) =>
  ({ id: `x_${randomUUID()}`, provider: "stripe", kind: "thing", body }) as const;
const bodyOf = async (store: Store, row: ReturnType<typeof anObject>) => (await store.find(row))?.body;

it("writes what a piece of work made and changed together, or not at all", async () => {
  const [one, two] = [anObject({ step: 1 }), anObject({ step: 1 })];
  await inTransaction(async (store) => {
    store.insert(one);
    store.insert(two);
    store.save({ ...one, body: { step: 2 } });
    expect(await bodyOf(store, one)).toEqual({ step: 2 });
    store.save({ ...one, body: { step: 3 } });
    store.save({ ...one, body: { step: 4 } });
  });
  expect(await withoutTransaction((store) => bodyOf(store, one))).toEqual({ step: 4 });
  const failed = inTransaction(async (store) => {
    store.save({ ...two, body: { step: 5 } });
    await store.flush();
    throw new Error("in the middle");
  });
  await expect(failed).rejects.toThrow("in the middle");
  expect(await withoutTransaction((store) => bodyOf(store, two))).toEqual({ step: 1 });
});

it("keeps a locked object from others until the transaction ends", async () => {
  const row = anObject({ count: 0 });
  await inTransaction(async (store) => store.insert(row));
  const add = () =>
    inTransaction(async (store) => {
      const object = await store.find(row, { lock: true });
      const { count } = z.object({ count: z.number() }).parse(object?.body);
      store.save({ ...row, body: { count: count + 1 } });
    });
  await Promise.all(Array.from({ length: 8 }, add));
  expect(await withoutTransaction((store) => bodyOf(store, row))).toEqual({ count: 8 });
});

it("refuses to change what is not there, and to write outside a transaction", async () => {
  await expect(inTransaction(async (store) => store.save(anObject()))).rejects.toThrow("not there");
  await expect(withoutTransaction(async (store) => store.insert(anObject()))).rejects.toThrow("transaction");
});

it("makes its table where there is none, however many start at once", async () => {
  const name = `stand_ins_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(inject("adminUrl"), `create database ${name} owner shop`);
  const { DATABASE_URL = "" } = process.env;
  onTestFinished(async () => {
    await closeStore();
    await asAdmin(inject("adminUrl"), `drop database ${name} with (force)`);
    await openStore(DATABASE_URL);
  });
  await closeStore();
  const url = withDatabase(inject("shopUrl"), name);
  await Promise.all([openStore(url), openStore(url)].map((opening) => opening));
  const row = anObject({ kept: true });
  await inTransaction(async (store) => store.insert(row));
  expect(await withoutTransaction((store) => bodyOf(store, row))).toEqual({ kept: true });
});
