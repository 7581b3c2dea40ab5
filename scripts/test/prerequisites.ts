import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";

/** Long enough for a slow mirror, and short enough for a machine without a network. */
const INSTALL_LIMIT_MS = 240_000;
const APT_OPTIONS = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15"];

/** Whether this is a Debian on which we are root. */
function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

let listsAreFresh = false;

/** Tries to install system packages, and says so; the caller checks for the result. */
function installPackages(...packages: string[]): void {
  console.log(`Installing Debian's ${packages.join(", ")} (apt-get) …`);
  if (!listsAreFresh) apt("update");
  listsAreFresh = true;
  apt("install", "-y", ...packages);
}

function apt(...packages: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", [...APT_OPTIONS, ...packages], { stdio: "ignore", env, timeout: INSTALL_LIMIT_MS });
}

/** The Java of the HTML checker: JAVA_PATH, JAVA_HOME's, or the system's; undefined when there is none. */
function findJava(): string | undefined {
  const { JAVA_PATH, JAVA_HOME, PATH = "" } = process.env;
  const places = [
    JAVA_PATH,
    JAVA_HOME && path.join(JAVA_HOME, "bin", "java"),
    ...PATH.split(path.delimiter).map((folder) => path.join(folder, "java")),
    "/usr/bin/java",
  ];
  return places.find((place): place is string => Boolean(place) && existsSync(place ?? ""));
}

/**
 * Finds Java, or installs Debian's when allowed. @throws an Error that says what to do by hand.
 */
export function findOrInstallJava(): string {
  const java = findJava();
  if (java) return java;
  if (mayInstallPackages()) {
    console.log("Installing a Java for the HTML checker (once) …");
    installPackages("default-jre-headless");
  }
  const installed = findJava();
  if (installed) return installed;
  throw new Error(
    "There is no Java for the HTML checker: install one (on Debian: sudo apt-get install -y default-jre-headless), or name yours in JAVA_PATH.",
  );
}

/** Chromium without the parts for a person at a screen: the same engine, about twice as fast here. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const PLACES = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** The browser of the journeys: CHROMIUM_PATH, or the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  return [...(configured ? [configured] : []), ...PLACES].find((place) => existsSync(place));
}

/**
 * Finds the browser, or installs Debian's when allowed; prefers the headless shell, also where only the whole browser
 * is installed: a page takes it half the time. @throws an Error that says what to do by hand.
 */
export function findOrInstallChromium(): string {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && existsSync(configured)) return configured;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  if (mayInstallPackages()) {
    console.log("Installing Chromium for the browser journeys (once) …");
    installPackages("chromium-headless-shell");
    if (!findChromium()) installPackages("chromium");
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "There is no Chromium for the browser journeys: install one (on Debian: sudo apt-get install -y chromium-headless-shell), or name yours in CHROMIUM_PATH.",
  );
}

const FIREFOX = "/usr/bin/firefox-esr";

/** The second browser: FIREFOX_PATH, Debian's, or Debian's installed now when allowed; undefined when there is none. */
export function findOrInstallFirefox(): string | undefined {
  const configured = process.env.FIREFOX_PATH;
  const find = () => [configured ?? "", FIREFOX].find((place) => existsSync(place));
  if (!find() && mayInstallPackages()) installPackages("firefox-esr");
  return find();
}

const VERSION = "1.0.0";
const FOLDER = "with-script";
/** A package that only developers need. */
export const FOR_DEVELOPERS = "for-developers";
const TRACE = "it-ran";

/**
 * Turns an empty folder into a project that depends on a package whose install scripts leave a file behind, and for
 * development on another, without any network. Installs it with this project's own `scripts/prepare.mjs`, or with a command run in it.
 */
export function makeProjectWithScript(folder: string): void {
  const write = (file: string, value: unknown) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(value));
  };
  const leave = `node -e "fs.writeFileSync('${TRACE}', '')"`;
  const scripts = { preinstall: leave, install: leave, postinstall: leave };
  const root = {
    name: "shop",
    version: VERSION,
    dependencies: { [FOLDER]: `file:${FOLDER}` },
    devDependencies: { [FOR_DEVELOPERS]: `file:${FOR_DEVELOPERS}` },
  };
  write("package.json", root);
  write(`${FOLDER}/package.json`, { name: FOLDER, version: VERSION, scripts });
  write(`${FOR_DEVELOPERS}/package.json`, { name: FOR_DEVELOPERS, version: VERSION });
  write("package-lock.json", {
    name: "shop",
    version: VERSION,
    lockfileVersion: 3,
    packages: {
      "": root,
      [`node_modules/${FOLDER}`]: { resolved: FOLDER, link: true },
      [FOLDER]: { version: VERSION, hasInstallScript: true },
      [`node_modules/${FOR_DEVELOPERS}`]: { resolved: FOR_DEVELOPERS, link: true },
      [FOR_DEVELOPERS]: { version: VERSION, dev: true },
    },
  });
  mkdirSync(path.join(folder, "scripts"));
  copyFileSync(
    path.join(projectFolder, "scripts", "prepare.mjs"),
    path.join(folder, "scripts", "prepare.mjs"),
  );
}

/** Uses no network, and leaves the person's own cache alone. */
export function offlineEnvironment(folder: string): NodeJS.ProcessEnv {
  // The npm that runs the tests passes settings on, such as ignoring scripts; the npm under test must not get them.
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) if (/^npm_/i.test(name)) delete environment[name];
  return { ...environment, npm_config_offline: "true", npm_config_cache: path.join(folder, "cache") };
}

export function isInstalled(folder: string, name = FOLDER): boolean {
  return existsSync(path.join(folder, "node_modules", name, "package.json"));
}

export function didScriptRun(folder: string): boolean {
  return existsSync(path.join(folder, FOLDER, TRACE));
}
