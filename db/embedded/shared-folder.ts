import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseStartError } from "./database-start-error.ts";

const NAME = "oxbow-biochar";

/**
 * A folder that every account of the machine can enter and only root can write, for what PostgreSQL's own user must
 * reach when root's shop is in a closed folder. Only used when started as root.
 */
export function sharedFolder(): string {
  for (const parent of ["/var/lib", "/var/tmp"]) {
    const folder = path.join(parent, NAME);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      const entry = lstatSync(folder);
      // In /var/tmp anybody could have put something else there first.
      if (!entry.isDirectory() || entry.uid !== 0) continue;
      chmodSync(folder, 0o755);
      return folder;
    } catch {
      // Read-only here: try the next.
    }
  }
  throw new DatabaseStartError(
    "The user of the embedded PostgreSQL cannot enter the project's folder and neither /var/lib nor /var/tmp can be written; move the project, or set DATABASE_URL.",
  );
}
