import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteChange, setListening, VersionedCache, VersionedValues, versionOf } from "./topics.ts";

beforeEach(() => setListening(true));
afterEach(() => setListening(false));

it("has a version that grows with each change of a topic, and none while changes are not heard", () => {
  const settings = versionOf("settings") ?? 0;
  const both = versionOf("settings", "catalogue") ?? 0;
  noteChange("catalogue");
  expect(versionOf("settings")).toBe(settings);
  expect(versionOf("settings", "catalogue")).toBe(both + 1);
  setListening(false);
  expect(versionOf("settings")).toBeUndefined();
  setListening(true);
  expect(versionOf("settings")).toBeGreaterThan(settings);
});

describe("a kept value", () => {
  it("is read once for each version, by all who ask at once", async () => {
    let reads = 0;
    const cache = new VersionedCache<number>("settings");
    const get = () => cache.get("database", async () => ++reads);
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    noteChange("catalogue");
    expect(await get()).toBe(1);
    noteChange("settings");
    expect(await get()).toBe(2);
    expect(await cache.get("another database", async () => ++reads)).toBe(3);
  });

  it("is not kept when it was being read while it changed", async () => {
    const cache = new VersionedCache<string>("settings");
    let finish = (_value: string) => {};
    const old = cache.get("database", () => new Promise((resolve) => (finish = resolve)));
    noteChange("settings");
    const fresh = cache.get("database", async () => "new");
    finish("old");
    expect(await old).toBe("old");
    expect(await fresh).toBe("new");
    expect(await cache.get("database", async () => "read again")).toBe("new");
  });

  it("is read again after a failure", async () => {
    const cache = new VersionedCache<string>("settings");
    await expect(cache.get("database", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await cache.get("database", async () => "there")).toBe("there");
  });

  it("is read each time while changes are not heard", async () => {
    setListening(false);
    let reads = 0;
    const cache = new VersionedCache<number>("settings");
    for (const time of [1, 2]) expect(await cache.get("database", async () => ++reads)).toBe(time);
  });
});

it("keeps values by key, never more than it may, and none of an older version", async () => {
  let reads = 0;
  const cache = new VersionedValues<number>(2, "catalogue");
  const get = (key: string) => cache.get(key, async () => ++reads);
  expect([await get("a"), await get("b"), await get("a")]).toEqual([1, 2, 1]);
  expect(await get("c")).toBe(3);
  expect(await get("a")).toBe(4);
  noteChange("catalogue");
  expect(await get("a")).toBe(5);
});
