import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeThrowawayFolder, removeThrowawayFolder } from "./testing/throwaway-folder.ts";

/** A project that depends on a package whose install scripts leave a file behind; nothing comes from the network. */
async function makeProject(): Promise<string> {
  const folder = await makeThrowawayFolder();
  onTestFinished(() => removeThrowawayFolder(folder));
  const write = (file: string, value: unknown) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(value));
  };
  const version = "1.0.0";
  const leave = `node -e "fs.writeFileSync('it-ran', '')"`;
  const scripts = { preinstall: leave, install: leave, postinstall: leave };
  const root = { name: "shop", version, dependencies: { "with-script": "file:with-script" } };
  write("package.json", root);
  write("with-script/package.json", { name: "with-script", version, scripts });
  write("package-lock.json", {
    name: "shop",
    version,
    lockfileVersion: 3,
    packages: {
      "": root,
      "node_modules/with-script": { resolved: "with-script", link: true },
      "with-script": { version, hasInstallScript: true },
    },
  });
  mkdirSync(path.join(folder, "server"));
  copyFileSync("server/prepare.mjs", path.join(folder, "server", "prepare.mjs"));
  return folder;
}

it("installs packages without what they want to run meanwhile", { timeout: 120_000 }, async () => {
  const folder = await makeProject();
  const { status } = spawnSync(process.execPath, [path.join(folder, "server", "prepare.mjs")], {
    env: { ...process.env, npm_config_offline: "true", npm_config_cache: path.join(folder, "cache") },
  });
  expect(status).toBe(0);
  expect(existsSync(path.join(folder, "node_modules", "with-script", "package.json"))).toBe(true);
  expect(existsSync(path.join(folder, "with-script", "it-ran"))).toBe(false);
});

it("installs so in the image as well", () => {
  const installs =
    readFileSync("deploy/Dockerfile", "utf8").match(/npm (ci|install|rebuild)\b[^&\n]*/g) ?? [];
  expect(installs.length).toBeGreaterThan(0);
  expect(installs.filter((command) => !command.includes("--ignore-scripts"))).toEqual([]);
});

it("lets a plain install fail at a script that nobody has judged, and none is allowed", () => {
  expect(readFileSync(".npmrc", "utf8")).toMatch(/^strict-allow-scripts=true$/m);
  const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const wanting = Object.keys(packages)
    .filter((folder) => packages[folder].hasInstallScript)
    .map((folder) => folder.replace(/^.*node_modules\//, ""));
  expect(wanting.filter((name) => allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([]);
});
