import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { withConnection } from "#server/testing/database.ts";
import { discardEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const query = (url: string, statement: string) => withConnection(url, (client) => client.query(statement));

it("keeps data, port and password from one start to the next, also under a closed folder", async () => {
  // When the tests run as root, the database's user cannot enter it; its name has a space.
  const folder = mkdtempSync(path.join(os.tmpdir(), "oxbow closed "));
  const dataDir = path.join(folder, "data");
  onTestFinished(async () => {
    await discardEmbeddedPostgres(dataDir);
    rmSync(folder, { recursive: true, force: true });
  });
  const first = await startEmbeddedPostgres({ dataDir, fast: true });
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  await expect(query(first.url, "select 1")).rejects.toThrow();

  const second = await startEmbeddedPostgres({ dataDir, fast: true });
  expect(second.url).toBe(first.url);
  expect((await query(second.url, "select answer from kept")).rows).toEqual([{ answer: 42 }]);
  await second.stop();
  // Two starts and stops of PostgreSQL take a busy machine a while.
}, 60_000);
