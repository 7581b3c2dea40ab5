import { afterAll, inject } from "vitest";
import { cloneDatabase } from "./database.ts";

/*
 * Before each test file: a database of its own, named in DATABASE_URL before any module of the shop loads.
 */
const database = await cloneDatabase(inject("adminUrl"), inject("shopUrl"));
process.env.DATABASE_URL = database.url;

afterAll(async () => {
  const { closeOrm } = await import("#db/orm.server.ts");
  await closeOrm();
  await database.drop();
});
