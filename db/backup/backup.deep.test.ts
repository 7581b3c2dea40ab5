import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { withConnection } from "#server/testing/database.ts";
import { makeEmptyDatabase } from "#server/testing/listen.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** A backup of before, with the signing key in it, in an empty database. */
async function restoreOfBefore(createdAt: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "oxbow-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "oxbow.sql.gz");
  await writeBackup(process.env.DATABASE_URL ?? "", file, { now: new Date() });
  const copied = `COPY public.shop_secret (name, value, created_at) FROM stdin;\ncookie\tof before\t${createdAt}\n\\.\n`;
  const text = gunzipSync(readFileSync(file))
    .toString()
    .replace("COPY public.store_setting", `${copied}COPY public.store_setting`)
    .replace('-- {"rows":{', '-- {"rows":{"public.shop_secret":1,');
  writeFileSync(file, gzipSync(text));
  const { url, drop } = await makeEmptyDatabase();
  onTestFinished(drop);
  const ask = (statement: string) =>
    withConnection(url, async (client) => (await client.query(statement)).rows);
  return { restored: restoreBackup(url, file), ask };
}

it("a backup of before, with the signing key in it, brings that back", async () => {
  const { restored, ask } = await restoreOfBefore("2026-01-01");
  await restored;
  expect(await ask("select value from shop_secret")).toEqual([{ value: "of before" }]);
}, 60_000);

it("a backup with a row that the database refuses leaves the database empty", async () => {
  const { restored, ask } = await restoreOfBefore("no day");
  await expect(restored).rejects.toThrow(
    "This backup is damaged in public.shop_secret: invalid input syntax",
  );
  expect(await ask("select 1 from product")).toEqual([]);
}, 60_000);
