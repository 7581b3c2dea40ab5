import path from "node:path";
import { BackupError } from "#db/backup/backup-format.ts";
import { DatabaseStartError } from "#db/embedded/home.ts";
import { joinEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { closeOrm } from "#db/orm.server.ts";
import { type Environment, EnvironmentError, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { projectFolder } from "#server/process/project-folder.ts";

/**
 * Opens the shop's database for a command, whether the shop runs or not: the one of DATABASE_URL, else the embedded
 * one of DATA_DIR. Leaves DATABASE_URL and EMBEDDED_DATABASE in the environment, as the shop's own start does.
 * @throws RangeError when DATA_DIR has no database yet; DatabaseStartError
 */
export async function joinDatabase(environment: Environment) {
  if (environment.DATABASE_URL) return { url: environment.DATABASE_URL, stop: async () => undefined };
  const database = await joinEmbeddedPostgres(path.resolve(projectFolder, environment.DATA_DIR));
  if (!database) throw new RangeError("there is no database yet. Start the shop once, or set DATABASE_URL.");
  process.env.DATABASE_URL = database.url;
  process.env.EMBEDDED_DATABASE = "1";
  return database;
}

/** Errors whose message is a sentence for the person who ran the command. */
const PLAIN = [RangeError, ShopError, BackupError, DatabaseStartError, EnvironmentError];

/**
 * Runs a command, closes what it opened, and says in one sentence why it failed, behind these words; it then ends with
 * this exit code.
 */
export async function runCommand(
  failure: { says: string; exitCode?: number },
  work: (closing: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const closing = new AsyncDisposableStack();
  try {
    await work(closing);
  } catch (error) {
    console.error(`${failure.says}${formatCliError(error)}`);
    process.exitCode = failure.exitCode ?? 1;
  } finally {
    await closing.disposeAsync();
  }
}

/** Opens the shop's database and its ORM until the end of a command. */
export async function openShop(
  closing: AsyncDisposableStack,
  environment = readEnvironment(),
): Promise<void> {
  closing.defer((await joinDatabase(environment)).stop);
  closing.defer(closeOrm);
}

/** What a command prints instead of a stack. */
function formatCliError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return PLAIN.some((kind) => error instanceof kind) ? error.message : `${error.name}: ${error.message}`;
}
