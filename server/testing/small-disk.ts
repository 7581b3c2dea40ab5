import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The name of its folder. */
export const SMALL_DISK = "disk";

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
export function removeSmallDisk(throwawayFolder: string): void {
  const folder = path.join(throwawayFolder, SMALL_DISK);
  if (existsSync(folder)) spawnSync("umount", ["--lazy", folder]);
}
