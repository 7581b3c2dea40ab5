import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { withConnection } from "#server/testing/database.ts";
import { discardEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

/** A folder that, when the tests run as root, the database's user cannot enter, with a space in its name. */
function closedFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "oxbow closed "));
  onTestFinished(async () => {
    await discardEmbeddedPostgres(path.join(folder, "data"));
    rmSync(folder, { recursive: true, force: true });
  });
  return path.join(folder, "data");
}

const query = (url: string, statement: string) => withConnection(url, (client) => client.query(statement));

it("listens on loopback only, wants a password and lets the shop's role do no more than it needs", async () => {
  const dataDir = closedFolder();
  const server = await startEmbeddedPostgres({ dataDir, fast: true });
  const settings = await query(
    server.adminUrl,
    "select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories') order by name",
  );
  expect(settings.rows).toEqual([
    { name: "listen_addresses", setting: "127.0.0.1" },
    { name: "unix_socket_directories", setting: "" },
  ]);
  const wrong = new URL(server.url);
  wrong.password = "postgres";
  await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  const role = await query(
    server.url,
    "select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = 'shop'",
  );
  expect(role.rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  await server.stop();
});

it("tells a second copy that the data folder is in use, and ignores what a dead one left behind", async () => {
  const dataDir = closedFolder();
  const server = await startEmbeddedPostgres({ dataDir, fast: true });
  await expect(startEmbeddedPostgres({ dataDir, fast: true })).rejects.toThrow(
    /in use by another copy of the shop/,
  );
  expect((await query(server.url, "select 1 as one")).rowCount).toBe(1);
  await server.stop();

  const home = homeOf(dataDir);
  writeFileSync(path.join(home, "used-by"), "1:0");
  // The number of a living process that is no database server.
  writeFileSync(
    path.join(home, "cluster", "postmaster.pid"),
    `${process.pid}\n${home}/cluster\n0\n${server.port}\n\n127.0.0.1\n\nready\n`,
  );
  const next = await startEmbeddedPostgres({ dataDir, fast: true });
  await next.stop();
});

it("takes over a server that a killed process left running", async () => {
  const dataDir = closedFolder();
  const first = await startEmbeddedPostgres({ dataDir, fast: true });
  const home = homeOf(dataDir);
  const pid = () => readFileSync(path.join(home, "cluster", "postmaster.pid"), "utf8").split("\n")[0];
  const running = pid();
  rmSync(path.join(home, "used-by"));

  const second = await startEmbeddedPostgres({ dataDir, fast: true });
  expect(pid()).toBe(running);
  expect(second.url).toBe(first.url);
  await second.stop();
  expect(existsSync(path.join(home, "cluster", "postmaster.pid"))).toBe(false);
});

it("says in a sentence that the data folder cannot be made", async () => {
  const dataDir = closedFolder();
  mkdirSync(path.dirname(dataDir), { recursive: true });
  writeFileSync(dataDir, "a file");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/^The data folder .* cannot be used: /);
});

it("keeps passwords from other accounts", async () => {
  const dataDir = closedFolder();
  const server = await startEmbeddedPostgres({ dataDir, fast: true });
  await server.stop();
  const home = homeOf(dataDir);
  expect(statSync(path.join(home, "connection.json")).mode & 0o077).toBe(0);
  expect(statSync(path.join(home, "cluster")).mode & 0o077).toBe(0);
  expect(readdirSync(home).sort()).toEqual(
    ["belongs-to", "cluster", "connection.json", "server.log"].filter((name) =>
      existsSync(path.join(home, name)),
    ),
  );
});

function homeOf(dataDir: string): string {
  const pointer = path.join(dataDir, "postgres-folder");
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : path.join(dataDir, "postgres");
}
