import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Long enough for a slow mirror; a machine without a network is not kept waiting. */
const INSTALL_LIMIT_MS = 240_000;
const APT_OPTIONS = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15"];

/** Whether this is a Debian on which we are root. */
export function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

let listsAreFresh = false;

/** Installs packages of the system, as far as that works, and says so; whoever asks looks for what they bring. */
export function installPackages(...packages: string[]): void {
  console.log(`Installing Debian's ${packages.join(", ")} (apt-get) …`);
  if (!listsAreFresh) apt("update");
  listsAreFresh = true;
  apt("install", "-y", ...packages);
}

function apt(...words: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", [...APT_OPTIONS, ...words], { stdio: "ignore", env, timeout: INSTALL_LIMIT_MS });
}
