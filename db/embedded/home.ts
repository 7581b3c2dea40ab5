import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** Why the embedded database cannot start, in one sentence that a person can act on. */
export class DatabaseStartError extends Error {}

/** The account that the database server runs as; undefined: ours. */
export type SystemUser = { uid: number; gid: number } | undefined;

const USER_NAME = "postgres";

function startedAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root, so as root we run it as the account `postgres`, created here when absent. An
 * existing cluster keeps its owner, so that a shop first started by a person also starts as root.
 */
function databaseUser(existingCluster?: string): SystemUser {
  if (!startedAsRoot()) return undefined;
  if (existingCluster) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  return findAccount() ?? createAccount();
}

/** Whether that user may enter a folder; asks the system itself, so that access lists count too. */
function canEnter(folder: string, user: SystemUser): boolean {
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0
  );
}

function findAccount(): SystemUser {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${USER_NAME}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(): SystemUser {
  try {
    const settings = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
    execFileSync("useradd", [...settings, USER_NAME], { stdio: "ignore" });
  } catch {
    // Reported below, together with the case that useradd succeeded somewhere else than /etc/passwd.
  }
  const account = findAccount();
  if (account) return account;
  throw new DatabaseStartError(
    `PostgreSQL does not run as root and the account "${USER_NAME}" could not be made; create it, start as an ordinary user, or set DATABASE_URL.`,
  );
}

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

const FOLDER_NAME = "oxbow-biochar";

/**
 * A folder that every account of the machine can enter and only root can write, for what PostgreSQL's own user must
 * reach when root's shop is in a closed folder. Only used when started as root.
 */
export function sharedFolder(): string {
  for (const parent of ["/var/lib", "/var/tmp"]) {
    const folder = path.join(parent, FOLDER_NAME);
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
