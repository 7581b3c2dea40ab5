import { BackupError } from "#db/backup/backup-format.ts";
import { DatabaseStartError } from "#db/embedded/database-start-error.ts";
import { EnvironmentError } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";

/** Errors whose message is a sentence for whoever gave the command. */
const PLAIN = [RangeError, ShopError, BackupError, DatabaseStartError, EnvironmentError];

/** What a command prints instead of a stack. */
export function plainSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return PLAIN.some((kind) => error instanceof kind) ? error.message : `${error.name}: ${error.message}`;
}
