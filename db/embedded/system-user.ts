import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { DatabaseStartError } from "./database-start-error.ts";

/** The account that the database server runs as; undefined: ours. */
export type SystemUser = { uid: number; gid: number } | undefined;

const NAME = "postgres";

export function startedAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * PostgreSQL refuses to run as root, so as root we run it as the account `postgres`, created here when absent. An
 * existing cluster keeps its owner, so that a shop first started by a person also starts as root.
 */
export function databaseUser(existingCluster?: string): SystemUser {
  if (!startedAsRoot()) return undefined;
  if (existingCluster) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  return findAccount() ?? createAccount();
}

/** Whether that user may enter a folder; asks the system itself, so that access lists count too. */
export function canEnter(folder: string, user: SystemUser): boolean {
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0
  );
}

function findAccount(): SystemUser {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${NAME}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createAccount(): SystemUser {
  try {
    const settings = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
    execFileSync("useradd", [...settings, NAME], { stdio: "ignore" });
  } catch {
    // Reported below, together with the case that useradd succeeded somewhere else than /etc/passwd.
  }
  const account = findAccount();
  if (account) return account;
  throw new DatabaseStartError(
    `PostgreSQL does not run as root and the account "${NAME}" could not be made; create it, start as an ordinary user, or set DATABASE_URL.`,
  );
}
