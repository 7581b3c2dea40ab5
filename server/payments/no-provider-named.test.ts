import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectFolder } from "#server/process/project-folder.ts";
import { providerProfiles } from "./provider-list.ts";

/*
 * What is bought, paid, given back and looked after is the same anyone who takes the money: all of these go through
 * `provider.ts` and `provider-list.ts`. Their tests may name a provider, since they pay with one.
 */
const rooms = [
  "server/orders/**/*.ts",
  "server/checkout/**/*.ts",
  "server/doctor/**/*.ts",
  "server/core/env*.ts",
  "server/payments/*.ts",
  "app/components/checkout/*.{ts,tsx}",
  "app/routes/shop/checkout*.tsx",
];

/** What may name one all the same, and why. */
const allowed: Record<string, string> = {
  "server/checkout/payable-checkout.server.ts": "cites what is known of card testing, where it is published",
  "server/doctor/opening-steps.ts": "asks for the setting that turns one of them off",
  "server/payments/provider-facts.ts":
    "cites what they publish about currencies, and whose rule about keys is the narrowest",
  "server/payments/provider-list.ts": "the list of them",
  "server/payments/providers.server.ts": "what each of them does",
  "server/payments/sandbox-connection.server.ts": "the keys that the stand-ins know the shop by",
};

const files = rooms
  .flatMap((room) => globSync(room, { cwd: projectFolder }))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .sort();

it("no payment provider is named but where there is a list of them", () => {
  const name = new RegExp(providerProfiles.flatMap(({ id, name }) => [id, name]).join("|"), "i");
  const naming = files.filter(
    (file) => name.test(file) || name.test(readFileSync(path.join(projectFolder, file), "utf8")),
  );
  expect(naming).toEqual(Object.keys(allowed));
});
