import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/* All files of a worker share their modules (vitest.config.ts): a mock is lost where another file came first. */
it("no test puts another module in a module's place", () => {
  const tests = globSync("{app,server,db,scripts,e2e}/**/*.test.{ts,tsx}");
  expect(tests.length).toBeGreaterThan(300);
  const mock = /\bvi\.(?:mock|doMock)\(/;
  expect(tests.filter((path) => mock.test(readFileSync(path, "utf8")))).toEqual([]);
});
