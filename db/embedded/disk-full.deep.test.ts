import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { outageBehind } from "#server/core/database-outage.ts";
import {
  makeThrowawayFolder,
  mayMountDisks,
  removeThrowawayFolder,
  SmallDisk,
} from "#server/testing/throwaway-folder.ts";

/* A real disk that is really full. For the whole shop: e2e/journeys/disk-full.spec.ts. */

const mayMount = mayMountDisks();
let folder: string;
let disk: SmallDisk;

beforeAll(async () => {
  if (!mayMount) return;
  folder = await makeThrowawayFolder();
  disk = new SmallDisk(folder, 210);
});
afterAll(async () => {
  if (mayMount) await removeThrowawayFolder(folder);
});

async function query(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

// Skipped where no file system may be mounted: only root may, and not in every container.
describe.skipIf(!mayMount)("a database whose disk is full", () => {
  it("refuses writes as a 503 to try again, goes on reading, and writes again when there is room", async () => {
    const server = await startEmbeddedPostgres({ dataDir: disk.folder, fast: true });
    try {
      await query(server.url, "create table note as select 'kept' as text");
      disk.fill();
      const write = "insert into note select repeat(md5(n::text), 100) from generate_series(1, 20000) n";
      const refusal: unknown = await query(server.url, write).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "53100" });
      expect(outageBehind(refusal)).toMatchObject({ code: "unavailable", status: 503 });
      expect((await query(server.url, "select text from note")).rows).toEqual([{ text: "kept" }]);
      disk.makeRoom();
      await query(server.url, "insert into note values ('and more')");
    } finally {
      disk.makeRoom();
      await server.stop();
    }
  }, 60_000);

  it("goes on reading after its log has needed two further files", async () => {
    const server = await startEmbeddedPostgres({ dataDir: disk.folder, restartsItself: true });
    try {
      for (const url of [server.adminUrl, server.url]) await query(url, "select 1");
      disk.fill();
      for (let file = 0; file < 2; file += 1) {
        await query(server.adminUrl, "select pg_logical_emit_message(false, 'log', repeat('x', 16000000))");
      }
      expect((await query(server.url, "select text from note limit 1")).rows).toEqual([{ text: "kept" }]);
    } finally {
      disk.makeRoom();
      await server.stop();
    }
  }, 60_000);

  it("that gave up, since it had no room for its log, is started again when there is", async () => {
    const server = await startEmbeddedPostgres({ dataDir: disk.folder, restartsItself: true });
    try {
      // The first connection to a database creates a file; without it, nobody can connect.
      for (const url of [server.adminUrl, server.url]) await query(url, "select 1");
      disk.fill();
      // More than the log's files need: PostgreSQL panics, cannot repair itself and ends.
      const log = "select pg_logical_emit_message(true, 'log', repeat('x', 20000000))";
      const write = () =>
        query(server.adminUrl, log).then(
          () => "written",
          (error: unknown) => String(Object(error).code),
        );
      await expect
        .poll(write, { timeout: 30_000 })
        // Ended, or restarted without success.
        .toMatch(/^(ECONNREFUSED|57P03)$/);
      await wait(2000);
      disk.makeRoom();
      await expect
        .poll(
          () =>
            query(server.url, "select text from note limit 1").then(
              ({ rows }) => rows,
              () => [],
            ),
          {
            timeout: 40_000,
            interval: 200,
          },
        )
        .toEqual([{ text: "kept" }]);
    } finally {
      disk.makeRoom();
      await server.stop();
    }
  }, 90_000);
});
