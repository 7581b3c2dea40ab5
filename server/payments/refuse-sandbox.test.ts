import { beforeEach, describe, expect, it, vi } from "vitest";
import { EnvironmentError, readEnvironment } from "#server/core/env.server.ts";
import { openDatabase } from "#server/process/open-database.server.ts";

const live = {
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const address = { PUBLIC_URL: "https://shop.example" };
const meant = { PAYMENTS: "sandbox" };

/** A start of the shop, as far as its database goes. */
const start = (settings: Record<string, string>) =>
  openDatabase(readEnvironment({ DATABASE_URL: process.env.DATABASE_URL, ...settings }));

beforeEach(() => vi.stubEnv("LOG_LEVEL", "silent"));

describe("a shop without payment keys", () => {
  it.each([
    ["at a public address", address],
    ["in the network", { HOST: "0.0.0.0" }],
  ])("does not start %s unless test payments are meant", async (_where, settings) => {
    await expect(start(settings)).rejects.toThrow(EnvironmentError);
    await expect(start(settings)).rejects.toThrow(
      "There are no payment keys, and others reach this shop. Set STRIPE_SECRET_KEY,",
    );
    await expect(start({ ...settings, ...meant })).resolves.toBeTruthy();
  });

  it("starts on one's own machine without a word", async () => {
    await expect(start({})).resolves.toBeTruthy();
    await expect(start({ PUBLIC_URL: "http://localhost:3000", HOST: "::1" })).resolves.toBeTruthy();
  });

  it("does not start anywhere once it had live keys, unless test payments are meant", async () => {
    await start({ ...address, ...live });
    await start({ ...address, ...live });
    await expect(start({})).rejects.toThrow(
      "This shop has had live payment keys, and they are gone. Set STRIPE_SECRET_KEY,",
    );
    await expect(start(meant)).resolves.toBeTruthy();
    await expect(start({ ...address, ...live })).resolves.toBeTruthy();
  });
});
