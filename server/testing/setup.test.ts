import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ShopError } from "#server/core/errors.ts";

/* All files of a worker share their modules (vitest.config.ts): a mock is lost where another file came first. */
it("no test puts another module in a module's place", () => {
  const tests = globSync("{app,server,db,scripts,e2e}/**/*.test.{ts,tsx}");
  expect(tests.length).toBeGreaterThan(300);
  const mock = /\bvi\.(?:mock|doMock)\(/;
  expect(tests.filter((path) => mock.test(readFileSync(path, "utf8")))).toEqual([]);
});

it.each([
  ["another refusal", () => Promise.reject(new ShopError("not_found", "Gone"))],
  ["a refusal in other words", () => Promise.reject(new ShopError("conflict", "Taken"))],
  ["a result", () => Promise.resolve("done")],
])("a call that is expected to be refused fails its test by %s", async (_, call) => {
  const refused = expect(call()).toBeRefused("conflict", { message: "Sold" });
  await expect(refused).rejects.toThrow(expect.objectContaining({ name: "AssertionError" }));
  await expect(Promise.reject(new ShopError("conflict", "Sold"))).toBeRefused("conflict", {
    message: "Sold",
  });
});
