/**
 * Runs before npm's `start`, `test` and `dev`: makes node_modules match the lockfile and, with `--build`, the build
 * match the sources. With `--quick`, for a first start, packages that only developers need may be missing, and a build
 * will do that is made in half the time and whose scripts and pictures are some 5% larger. Works with the machine's own
 * Node (20 or newer), without any package.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => path.join(root, ...parts);

const PACKAGES_STAMP = inRoot("node_modules", ".stamp");
const BUILD_STAMP = inRoot("build", ".stamp");
const BUILD_RESULT = inRoot("build", "start", "start.js");
const PINNED_NODE = inRoot("node_modules", ".bin", "node");
const LOCK = inRoot(".cache", "prepare.lock");

/** The sources of the build. */
const SOURCES = [
  "package-lock.json",
  "vite.config.ts",
  "remix.config.js",
  "app",
  "server",
  "db",
  "public",
  "scripts/build.ts",
  "scripts/build-pictures.ts",
  "scripts/build-counter.ts",
  "scripts/bundle-start.ts",
  "scripts/compress-assets.ts",
  "scripts/list-licences.ts",
  "scripts/read-licences.ts",
];
/** Made by the build itself, or never part of it. */
const NOT_SOURCES = ["public/pictures", "app/components/ui/pictures.ts", "server/testing"].map(
  path.normalize,
);

const wantBuild = process.argv.includes("--build");
const quickWillDo = process.argv.includes("--quick");
const QUICK = " quick";

if (!packagesReady() || (wantBuild && !buildReady())) {
  await oneAtATime(() => {
    if (!packagesReady()) installPackages();
    removeUnusableNode();
    checkNode();
    if (wantBuild && !buildReady()) build();
  });
}
checkNode();

function packagesReady(withoutDevelopment = quickWillDo) {
  if (isStamped(PACKAGES_STAMP, lockfileHash(), withoutDevelopment)) return true;
  if (!installedMatchesLockfile(withoutDevelopment)) return false;
  stamp(PACKAGES_STAMP, lockfileHash(), withoutDevelopment);
  return true;
}

/** npm records what it installed; after a plain `npm install` nothing is left to do here. */
function installedMatchesLockfile(withoutDevelopment) {
  const installed = readPackages(inRoot("node_modules", ".package-lock.json"));
  const locked = readPackages(inRoot("package-lock.json"));
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([folder, { version, optional, dev }]) => {
    if (folder in installed) return installed[folder].version === version;
    return folder === "" || optional || (withoutDevelopment && dev);
  });
}

function installPackages() {
  say("Installing the packages (once; about a minute) …");
  // `npm ci` begins by deleting what is there, which a shop that was started from here still runs on.
  const command = packagesReady(true) ? ["install", "--no-save"] : ["ci"];
  const developers = quickWillDo ? "--omit=dev" : "--include=dev";
  // No install script of a package runs, in any version of npm: the shop needs none.
  run(
    "npm",
    [...command, "--ignore-scripts", developers, "--include=optional"],
    "The packages could not be installed.",
  );
  stamp(PACKAGES_STAMP, lockfileHash());
}

/** npm scripts prefer this Node to the machine's own; on a machine with another C library it does not run. */
function removeUnusableNode() {
  if (spawnSync(PINNED_NODE, ["--version"], { stdio: "ignore" }).status !== 0)
    rmSync(PINNED_NODE, { force: true });
}

/** Node runs the server's TypeScript without a compiler since 22.18. */
function checkNode() {
  if (existsSync(PINNED_NODE)) return;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  fail(
    `The packages bring no Node for this machine (${process.platform} ${process.arch}), so its own must be 22.18 or newer, and it is ${process.versions.node}: install a newer Node.`,
  );
}

function buildReady() {
  if (!existsSync(BUILD_RESULT) || !existsSync(inRoot("public", "pictures"))) return false;
  return isStamped(BUILD_STAMP, sourcesHash());
}

function build() {
  say("Building the shop …");
  // Computed first: changes during the build trigger the next build.
  const hash = sourcesHash();
  rmSync(BUILD_STAMP, { force: true });
  run("npm", ["run", "--silent", "build"], "The build failed.", {
    NODE_ENV: "production",
    ...(quickWillDo ? { QUICK_BUILD: "yes" } : {}),
  });
  stamp(BUILD_STAMP, hash);
}

/** Whether what a stamp stands beside was made from what has this hash, and as thoroughly as is wanted. */
function isStamped(file, hash, quick = quickWillDo) {
  const found = read(file);
  return found === hash || (quick && found === hash + QUICK);
}

function stamp(file, hash, quick = quickWillDo) {
  writeFileSync(file, quick ? hash + QUICK : hash);
}

/** Times and sizes instead of contents: takes a few milliseconds, and causes a needless build at worst. */
function sourcesHash() {
  const hash = createHash("sha256").update(lockfileHash());
  for (const file of SOURCES.flatMap(filesUnder)) {
    const { mtimeMs, size } = statSync(inRoot(file));
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest("hex");
}

function filesUnder(name) {
  if (NOT_SOURCES.includes(name) || /\.test\.tsx?$/.test(name)) return [];
  const found = statSync(inRoot(name), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [name] : [];
  return readdirSync(inRoot(name))
    .sort()
    .flatMap((entry) => filesUnder(path.join(name, entry)));
}

function lockfileHash() {
  return createHash("sha256")
    .update(readFileSync(inRoot("package-lock.json")))
    .digest("hex");
}

/** Of two commands started together in a fresh clone, the second waits for the first. */
async function oneAtATime(work) {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, 200));
  process.once("exit", () => rmSync(LOCK, { force: true }));
  work();
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const holder = Number(read(LOCK));
    if (holder && !isRunning(holder)) rmSync(LOCK, { force: true });
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function run(command, parameters, complaint, environment = {}) {
  const started = Date.now();
  // npm is a script file with another ending on Windows.
  const shell = process.platform === "win32";
  const env = { ...process.env, ...environment };
  const { status, error } = spawnSync(command, parameters, { cwd: root, stdio: "inherit", shell, env });
  if (status !== 0) fail(error ? `${complaint} ${error.message}.` : complaint);
  say(`… done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function say(line) {
  console.log(line);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
