import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { BackupError } from "#db/backup/backup-format.ts";
import { restoreBackup } from "#db/backup/restore-backup.ts";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { runCommand } from "./command.server.ts";

/**
 * `DATA_DIR=new-folder npm run restore -- --from file --key file`, or with the DATABASE_URL of an empty database:
 * restores a backup (decrypted with its key if it is encrypted) and migrates it to this version's schema. Ends with
 * 1, and with nothing changed, when that fails.
 */
await runCommand({ says: "Nothing was restored: " }, async (closing) => {
  const { values } = parseArgs({ options: { from: { type: "string" }, key: { type: "string" } } });
  if (!values.from) throw new BackupError("say which file: npm run restore -- --from file.");
  const file = path.resolve(values.from);
  if (!existsSync(file)) throw new BackupError(`there is no file ${file}.`);
  const key = values.key === undefined ? undefined : keyIn(path.resolve(values.key));
  const environment = readEnvironment();
  const dataDir = path.resolve(projectFolder, environment.DATA_DIR);
  const database = environment.DATABASE_URL
    ? { url: environment.DATABASE_URL, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir });
  closing.defer(database.stop);
  const { at, rows } = await restoreBackup(database.url, file, key);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`Restored: ${total} rows of ${Object.keys(rows).length} tables, as of ${at}.`);
  console.log("Before it trades: npm run doctor, and npm run reconcile for the days since.");
});

/** Reads the key from a file as `age-keygen` and `npm run backup -- --new-key` write it, beside comments. */
function keyIn(file: string): string {
  if (!existsSync(file)) throw new BackupError(`there is no file ${file}.`);
  const lines = readFileSync(file, "utf8").split("\n");
  const key = lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("#"));
  if (!key) throw new BackupError(`there is no key in ${file}.`);
  return key;
}
