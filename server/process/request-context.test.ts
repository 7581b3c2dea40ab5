import { expect, it, onTestFinished } from "vitest";
import { StoreSetting } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { setListening } from "#server/core/topics.ts";
import { cachedSettings } from "#server/settings/read-settings.server.ts";
import { contextFor } from "./request-context.server.ts";

it("has the settings of this moment for what is written, and those of the cache for what is read", async () => {
  setListening(true);
  onTestFinished(() => setListening(false));
  const em = getOrm().em.fork();
  const { storeName } = await cachedSettings(em);
  // As another process saves them, of which this one has not heard yet.
  em.create(StoreSetting, { id: 1, values: { storeName: "Saved elsewhere" }, tabSaves: {} });
  await em.flush();
  const nameFor = async (method: string, options = {}) => {
    const request = new Request("http://127.0.0.1:3000/cart", { method });
    return (await contextFor(request, {}, options)).settings.storeName;
  };
  expect(await nameFor("GET")).toBe(storeName);
  expect(await nameFor("POST")).toBe("Saved elsewhere");
  expect(await nameFor("POST", { checksSettings: true })).toBe(storeName);
});
