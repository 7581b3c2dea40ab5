import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { isRunning, processIdentity } from "#db/embedded/server-process.ts";
import { discardEmbeddedPostgres } from "#db/embedded-postgres.ts";

const PREFIX = "oxbow-test-";
const OWNER = "made-by";

/** A file system in memory that Linux has from the start; in containers often a small one. */
const IN_MEMORY = "/dev/shm";
/** What a run of tests may come to need: its database, the copies of it and the log of its changes. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * An empty data folder for one test run, in memory where there is room: half of what tests otherwise wait for is the
 * copying of databases. What is to be measured lies `onDisk`. What killed runs left behind, running database servers
 * included, is cleared away first.
 */
export async function makeThrowawayFolder({ onDisk = false } = {}): Promise<string> {
  for (const parent of [os.tmpdir(), IN_MEMORY]) await clearLeftovers(parent);
  const folder = mkdtempSync(path.join(onDisk || !hasRoom(IN_MEMORY) ? os.tmpdir() : IN_MEMORY, PREFIX));
  // So that, started as root, the database's own user gets in.
  chmodSync(folder, 0o711);
  writeFileSync(path.join(folder, OWNER), processIdentity(process.pid) ?? "");
  return folder;
}

/** Deletes the folder and its database, stopping the server first if it still runs. */
export async function removeThrowawayFolder(folder: string): Promise<void> {
  await discardEmbeddedPostgres(folder);
  for (const own of [SMALL_DISK, "one", "two"]) await discardEmbeddedPostgres(path.join(folder, own));
  removeSmallDisk(folder);
  rmSync(folder, { recursive: true, force: true });
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}

async function clearLeftovers(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(parent, name);
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

/** The name of its folder. */
const SMALL_DISK = "disk";

/** Whether a file system may be mounted: by root alone, and not in every container. */
export function mayMountDisks(): boolean {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  return isRoot && spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
}

/** A file system of its own, in memory, of so many megabytes inside a throwaway folder; it ends with that. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  constructor(throwawayFolder: string, megabytes: number) {
    this.folder = path.join(throwawayFolder, SMALL_DISK);
    this.#ballast = path.join(this.folder, "ballast");
    mkdirSync(this.folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", this.folder]);
  }

  /** Not a byte is left after it. */
  fill(): void {
    for (const size of [1_000_000, 4096]) {
      try {
        for (;;) writeFileSync(this.#ballast, Buffer.alloc(size), { flag: "a" });
      } catch (error) {
        if (Object(error).code !== "ENOSPC") throw error;
      }
    }
  }

  makeRoom(): void {
    rmSync(this.#ballast, { force: true });
  }
}

/** Takes the file system out of a throwaway folder that has one, also one that a killed run left there. */
function removeSmallDisk(throwawayFolder: string): void {
  const folder = path.join(throwawayFolder, SMALL_DISK);
  if (existsSync(folder)) spawnSync("umount", ["--lazy", folder]);
}
