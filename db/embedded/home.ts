import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseStartError } from "./database-start-error.ts";
import { sharedFolder } from "./shared-folder.ts";
import { canEnter, databaseUser, type SystemUser, startedAsRoot } from "./system-user.ts";

/** Where one data folder's database lives. */
export interface Home {
  /** Contains the cluster, its settings and its log; written by us, not by the database's user. */
  folder: string;
  cluster: string;
  user: SystemUser;
}

/** In the data folder: the path of a home that had to be elsewhere. */
const POINTER = "postgres-folder";
/** In a home elsewhere: the data folder that it belongs to. */
const OWNER = "belongs-to";

/** The home of a data folder if it has one already. */
export function findHome(dataDir: string): Home | undefined {
  if (!existsSync(dataDir)) return undefined;
  const real = realpathSync(dataDir);
  const folder = [pointedTo(real), inside(real)].find(
    (candidate) => candidate && existsSync(path.join(candidate, "cluster")),
  );
  if (!folder) return undefined;
  const cluster = path.join(folder, "cluster");
  const owner = statSync(cluster).uid;
  if (!startedAsRoot() && owner !== process.getuid?.()) {
    throw new DatabaseStartError(
      `The database in ${folder} belongs to another account of this machine; start as that one or as root, or choose another folder with DATA_DIR.`,
    );
  }
  const user = databaseUser(cluster);
  if (user && !canEnter(folder, user)) return moveOut(folder, real, user);
  return { folder, cluster, user };
}

/** The project was moved into a folder that the database's user may not enter: its home moves elsewhere. */
function moveOut(folder: string, dataDir: string, user: SystemUser): Home {
  const target = makeElsewhere(dataDir, (empty) => execFileSync("cp", ["-a", `${folder}/.`, empty]));
  rmSync(folder, { recursive: true });
  return { folder: target, cluster: path.join(target, "cluster"), user };
}

/**
 * Creates a home: inside the data folder or, when we are root and the database's user may not enter that (a parent
 * with mode 0700), in a shared folder that the data folder points to.
 */
export function makeHome(dataDir: string): Home {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const user = databaseUser();
  let folder = inside(real);
  mkdirSync(folder, { recursive: true });
  // Only its owner can read the cluster in it; passwords are in files of mode 0600.
  chmodSync(folder, startedAsRoot() ? 0o711 : 0o700);
  if (user && !canEnter(folder, user)) {
    rmSync(folder, { recursive: true });
    folder = pointedTo(real) ?? makeElsewhere(real);
  }
  return { folder, cluster: path.join(folder, "cluster"), user };
}

function inside(dataDir: string): string {
  return path.join(dataDir, "postgres");
}

function makeElsewhere(dataDir: string, fill: (folder: string) => void = () => {}): string {
  // The random part makes a new clone at the path of a deleted one begin with an empty database.
  const key = `${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}-${randomBytes(3).toString("hex")}`;
  const folder = path.join(sharedFolder(), key);
  mkdirSync(folder, { mode: 0o711 });
  chmodSync(folder, 0o711);
  fill(folder);
  writeFileSync(path.join(folder, OWNER), `${dataDir}\n`, { mode: 0o600 });
  writeFileSync(path.join(dataDir, POINTER), `${folder}\n`);
  return folder;
}

/** Follows the pointer, unless the data folder is a copy of one that is still in use. */
function pointedTo(dataDir: string): string | undefined {
  const folder = readLine(path.join(dataDir, POINTER));
  if (!folder) return undefined;
  const owner = readLine(path.join(folder, OWNER));
  if (owner === dataDir) return folder;
  const copied = owner && readLine(path.join(owner, POINTER)) === folder;
  if (!owner || copied) return undefined;
  writeFileSync(path.join(folder, OWNER), `${dataDir}\n`, { mode: 0o600 });
  return folder;
}

function readLine(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}
