import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isRunning, processIdentity } from "#db/embedded/running-process.ts";
import { discardEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { removeSmallDisk, SMALL_DISK } from "./small-disk.ts";

const PREFIX = "oxbow-test-";
const OWNER = "made-by";

/**
 * An empty data folder for one test run. What killed runs left behind, running database servers included,
 * is cleared away first.
 */
export async function makeThrowawayFolder(): Promise<string> {
  await clearLeftovers();
  const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX));
  // So that, started as root, the database's own user gets in.
  chmodSync(folder, 0o711);
  writeFileSync(path.join(folder, OWNER), processIdentity(process.pid) ?? "");
  return folder;
}

/** Deletes the folder and its database, stopping the server first if it still runs. */
export async function removeThrowawayFolder(folder: string): Promise<void> {
  await discardEmbeddedPostgres(folder);
  await discardEmbeddedPostgres(path.join(folder, SMALL_DISK));
  removeSmallDisk(folder);
  rmSync(folder, { recursive: true, force: true });
}

async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(os.tmpdir(), name);
    const owner = readOwner(folder);
    if (owner && !isRunning(owner)) await removeThrowawayFolder(folder);
  }
}

function readOwner(folder: string): string | undefined {
  try {
    return readFileSync(path.join(folder, OWNER), "utf8");
  } catch {
    // Somebody else's, or being made at this moment.
    return undefined;
  }
}
