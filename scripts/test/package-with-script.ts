import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";

const VERSION = "1.0.0";
const FOLDER = "with-script";
const TRACE = "it-ran";

/**
 * Makes of an empty folder a project that depends on a package whose install scripts leave a file behind; nothing of it
 * comes from the network. It is installed by this project's own `scripts/prepare.mjs`, or by a command run in it.
 */
export function makeProjectWithScript(folder: string): void {
  const write = (file: string, value: unknown) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(value));
  };
  const leave = `node -e "fs.writeFileSync('${TRACE}', '')"`;
  const scripts = { preinstall: leave, install: leave, postinstall: leave };
  const root = { name: "shop", version: VERSION, dependencies: { [FOLDER]: `file:${FOLDER}` } };
  write("package.json", root);
  write(`${FOLDER}/package.json`, { name: FOLDER, version: VERSION, scripts });
  write("package-lock.json", {
    name: "shop",
    version: VERSION,
    lockfileVersion: 3,
    packages: {
      "": root,
      [`node_modules/${FOLDER}`]: { resolved: FOLDER, link: true },
      [FOLDER]: { version: VERSION, hasInstallScript: true },
    },
  });
  mkdirSync(path.join(folder, "scripts"));
  copyFileSync(
    path.join(projectFolder, "scripts", "prepare.mjs"),
    path.join(folder, "scripts", "prepare.mjs"),
  );
}

/** Installs nothing from the network, and leaves the person's own cache alone. */
export function offlineEnvironment(folder: string): NodeJS.ProcessEnv {
  // What the npm that runs the tests was told, to heed no scripts among it, is not for the npm that is tried.
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) if (/^npm_/i.test(name)) delete environment[name];
  return { ...environment, npm_config_offline: "true", npm_config_cache: path.join(folder, "cache") };
}

export function isInstalled(folder: string): boolean {
  return existsSync(path.join(folder, "node_modules", FOLDER, "package.json"));
}

export function didScriptRun(folder: string): boolean {
  return existsSync(path.join(folder, FOLDER, TRACE));
}
