import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { asAdmin, withDatabase } from "./database.ts";

/** An empty database. `drop` waits for connections that are closing: cutting them off is an error that nobody handles. */
export async function makeEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await asAdmin(inject("adminUrl"), `create database ${name} owner shop`);
  return {
    url: withDatabase(inject("shopUrl"), name),
    // PostgreSQL itself gives them five seconds.
    drop: () => asAdmin(inject("adminUrl"), `drop database ${name}`),
  };
}
