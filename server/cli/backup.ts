import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { BackupError, makeBackupKey } from "#db/backup/backup-format.ts";
import { writeBackup } from "#db/backup/write-backup.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { joinDatabase, runCommand } from "./command.server.ts";

/**
 * `npm run backup -- --to folder --keep 14`: writes the whole database, as of this moment, to a new file, and then
 * removes all but the newest files of that folder; `-- --new-key file` makes a key to encrypt backups for. The shop may run or not. Ends with 1 when no backup was written.
 */
const BACKUP_NAME = /^oxbow-\d{8}T\d{6}Z\.sql\.gz(\.age)?$/;

await runCommand({ says: "No backup was written: " }, async (closing) => {
  const { values } = parseArgs({
    options: { to: { type: "string" }, keep: { type: "string" }, "new-key": { type: "string" } },
  });
  if (values["new-key"] === undefined) await makeBackup(closing, values.to, filesToKeep(values.keep));
  else await makeKey(path.resolve(values["new-key"]));
});

async function makeBackup(
  closing: AsyncDisposableStack,
  to: string | undefined,
  keep: number | undefined,
): Promise<void> {
  const environment = readEnvironment();
  const recipients = environment.BACKUP_RECIPIENT;
  const folder = to ? path.resolve(to) : path.resolve(projectFolder, environment.DATA_DIR, "backups");
  const database = await joinDatabase(environment);
  closing.defer(database.stop);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  const file = path.join(
    folder,
    `oxbow-${now.toISOString().replace(/[-:]|\.\d+/g, "")}.sql.gz${recipients.length > 0 ? ".age" : ""}`,
  );
  const { rows } = await writeBackup(database.url, file, { now, recipients });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  console.log(`${file}: ${total} rows of ${Object.keys(rows).length} tables, ${megabytes} MB.`);
  if (recipients.length === 0) {
    console.log("It is not encrypted: BACKUP_RECIPIENT does that (docs/operations.md).");
  }
  if (keep) await removeOldest(folder, keep);
}

/**
 * For the people who keep the backups: the key is stored elsewhere, the recipient goes into the shop's environment.
 */
async function makeKey(file: string): Promise<void> {
  const { key, recipient } = await makeBackupKey();
  writeFileSync(file, `# opens the backups that are encrypted for ${recipient}\n${key}\n`, {
    mode: 0o600,
    flag: "wx",
  });
  console.log(`${file} opens backups: keep it where the shop is not.`);
  console.log(`BACKUP_RECIPIENT=${recipient}`);
}

function filesToKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new BackupError("--keep is a number of files, 1 or more.");
  return keep;
}

/** Their names sort by age. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort();
  for (const name of backups.slice(0, -keep)) await rm(path.join(folder, name));
}
