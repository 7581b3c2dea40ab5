import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Where Debian and Ubuntu keep the programs of each version. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/**
 * pgbench as PGBENCH_PATH, PATH or Debian's packages have it, the newest first; the embedded PostgreSQL brings none.
 * It need not be of the database's version: it only sends statements.
 */
export function findPgbench(): string | undefined {
  const { PGBENCH_PATH, PATH = "" } = process.env;
  const debian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    PGBENCH_PATH ?? "",
    ...PATH.split(path.delimiter).map((folder) => path.join(folder, "pgbench")),
    ...debian.map((version) => path.join(DEBIAN_FOLDER, version, "bin", "pgbench")),
  ];
  return places.find((place) => place !== "" && existsSync(place));
}
