import { afterAll, expect, inject } from "vitest";
import type { ShopErrorCode } from "#server/core/errors.ts";
import { lendDatabases } from "./database.ts";

declare module "vitest" {
  interface Matchers<R, T> {
    /** That a call ends in a refusal with this code, and with what else is named of it. */
    toBeRefused(code: ShopErrorCode, more?: object): Promise<void>;
  }
}

expect.extend({
  async toBeRefused(call: Promise<unknown>, code: ShopErrorCode, more: object = {}) {
    await expect(call).rejects.toMatchObject({ code, ...more });
    return { pass: true, message: () => "" };
  },
});

/*
 * Before each test file: the environment as it was, and a database that no other file wrote to, named in DATABASE_URL
 * before any module of the shop loads.
 */
const worker = globalThis as {
  testEnvironment?: NodeJS.ProcessEnv;
  lendDatabase?: ReturnType<typeof lendDatabases>;
  shopOrm?: unknown;
  shopRateLimiters?: unknown;
};
worker.testEnvironment ??= { ...process.env };
// Files share a worker: what the one before set in the environment is not the next one's.
for (const name of Object.keys(process.env)) {
  if (!(name in worker.testEnvironment)) delete process.env[name];
}
Object.assign(process.env, worker.testEnvironment);

worker.lendDatabase ??= lendDatabases(inject("adminUrl"), inject("shopUrl"));
process.env.DATABASE_URL = await worker.lendDatabase();

// A connection that is left open keeps the next file waiting: PostgreSQL drops no database before its last one ends.
// A file that opened none is not made to load the shop at its end, which takes longer than it did.
afterAll(async () => {
  if (worker.shopRateLimiters) {
    const { closeRateLimiters } = await import("#server/access/rate-limit.server.ts");
    await closeRateLimiters();
  }
  if (worker.shopOrm) {
    const { closeOrm } = await import("#db/orm.server.ts");
    await closeOrm();
  }
});
