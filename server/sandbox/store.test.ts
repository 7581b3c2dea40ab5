import { appendFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { type Kind, Store } from "./store.server.ts";

const things: Kind<{ id: string; step: number }> = { provider: "stripe", kind: "thing" };
const stepsOf = (store: Store) => store.list(things).map(({ body }) => `${body.id}${body.step}`);

let folder: string;
beforeAll(async () => {
  folder = await makeThrowawayFolder();
});
afterAll(() => removeThrowawayFolder(folder));

it("keeps what a piece of work made, changed and removed, or nothing of it", () => {
  const store = new Store();
  store.run(() => {
    store.put(things, { id: "a", step: 1 });
    store.put(things, { id: "b", step: 1 });
    store.put(things, { id: "a", step: 2 });
  });
  expect(stepsOf(store), "in the order in which they were made").toEqual(["a2", "b1"]);
  const failing = () =>
    store.run(() => {
      store.put(things, { id: "a", step: 3 });
      store.remove(things, "b");
      store.put(things, { id: "c", step: 1 });
      throw new Error("in the middle");
    });
  expect(failing).toThrow("in the middle");
  expect(stepsOf(store)).toEqual(["a2", "b1"]);
  store.run(() => store.remove(things, "a"));
  expect(stepsOf(store)).toEqual(["b1"]);
  expect(() => store.put(things, { id: "d", step: 1 })).toThrow("by a piece of work");
});

it("knows after a kill what it had answered, whatever was cut off behind it", () => {
  const journal = path.join(folder, "killed.jsonl");
  const killed = new Store(journal);
  killed.run(() => {
    killed.put(things, { id: "a", step: 1 }, 1000);
    killed.put(things, { id: "b", step: 1 });
  });
  killed.run(() => killed.put(things, { id: "a", step: 2 }));
  killed.run(() => killed.remove(things, "b"));
  appendFileSync(journal, '[["stripe","thing","c",{"id":"c",');
  // Nothing was closed.
  const next = new Store(journal);
  expect(stepsOf(next)).toEqual(["a2"]);
  expect(next.stored(things, "a")?.at).toBe(1000);
  next.run(() => next.put(things, { id: "d", step: 1 }));
  expect(stepsOf(new Store(journal))).toEqual(["a2", "d1"]);
});

it("leaves a journal alone that others keep", () => {
  const journal = path.join(folder, "read.jsonl");
  const input = new Store(journal);
  input.run(() => input.put(things, { id: "a", step: 1 }));
  const reader = new Store(journal, { isWritable: false });
  reader.run(() => reader.put(things, { id: "b", step: 1 }));
  input.run(() => input.put(things, { id: "c", step: 1 }));
  expect(stepsOf(reader)).toEqual(["a1", "b1"]);
  expect(stepsOf(new Store(journal, { isWritable: false }))).toEqual(["a1", "c1"]);
});
