import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { inject, onTestFinished } from "vitest";
import { asAdmin, withDatabase } from "./database.ts";

/** Serves on a free loopback port until the test is over; returns the address without a trailing slash. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return `http://127.0.0.1:${address.port}`;
}

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
