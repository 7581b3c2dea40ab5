import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isAccepted, readLicences } from "./read-licences.ts";

it("every package we use has a licence that we can keep", () => {
  const lock: unknown = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
  const packages = readLicences(lock);
  expect(packages.length).toBeGreaterThan(500);
  expect(packages.filter(({ licence }) => !isAccepted(licence))).toEqual([]);
});

it("a choice is accepted for one of its parts, a sum for all", () => {
  expect(isAccepted("(MIT OR GPL-3.0-only)")).toBe(true);
  expect(isAccepted("MIT AND GPL-3.0-only")).toBe(false);
  expect(isAccepted("(MIT AND Zlib)")).toBe(true);
  expect(isAccepted("not said")).toBe(false);
});
