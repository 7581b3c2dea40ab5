import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import { newSettings, writeSettings } from "./connection-settings.ts";
import { DatabaseStartError, type Home } from "./home.ts";

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
