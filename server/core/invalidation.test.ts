import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What leaves every page as it was: the day on which the shop was opened, a newsletter's draft. */
const changesNothingKept = ["server/doctor/opening.server.ts", "server/newsletter/issues.server.ts"];

it("whatever writes settings, products or content down in the audit says what of it is old", () => {
  const forgetful = globSync("server/**/*.server.ts").filter((file) => {
    const source = readFileSync(file, "utf8");
    return /area: "(settings|products|content)"/.test(source) && !source.includes("invalidateOnCommit(em, ");
  });
  expect(forgetful.sort()).toEqual(changesNothingKept);
});
