import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectFolder } from "#server/process/project-folder.ts";
import { providerProfiles } from "./provider-list.ts";

/*
 * What is bought, paid and given back is the same whoever takes the money: orders and the checkout go through
 * `provider.ts`. Their tests may name a provider, since they pay with one.
 */

/** What may name one all the same, and why. */
const allowed: Record<string, string> = {
  "server/checkout/count-payment-attempt.server.ts":
    "cites what is known of card testing, where it is published",
};

const files = ["server/orders", "server/checkout"].flatMap((folder) =>
  readdirSync(path.join(projectFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name))),
);

it("orders and the checkout name no payment provider", () => {
  const name = new RegExp(providerProfiles.flatMap(({ id, name }) => [id, name]).join("|"), "i");
  const naming = files.filter(
    (file) => name.test(file) || name.test(readFileSync(path.join(projectFolder, file), "utf8")),
  );
  expect(naming).toEqual(Object.keys(allowed));
});
