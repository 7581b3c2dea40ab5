import { afterAll, inject } from "vitest";
import { cloneDatabase } from "./database.ts";

/*
 * Before each test file: the environment as it was, and a database of its own, named in DATABASE_URL before any module of the shop loads.
 */
const worker = globalThis as { testEnvironment?: NodeJS.ProcessEnv };
worker.testEnvironment ??= { ...process.env };
// Files share a worker: what the one before set in the environment is not the next one's.
for (const name of Object.keys(process.env)) {
  if (!(name in worker.testEnvironment)) delete process.env[name];
}
Object.assign(process.env, worker.testEnvironment);

const database = await cloneDatabase(inject("adminUrl"), inject("shopUrl"));
process.env.DATABASE_URL = database.url;

afterAll(async () => {
  const { closeOrm } = await import("#db/orm.server.ts");
  await closeOrm();
  await database.drop();
});
