import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import {
  didScriptRun,
  isInstalled,
  makeProjectWithScript,
  offlineEnvironment,
} from "./test/prerequisites.ts";

it("installs packages without what they want to run meanwhile", { timeout: 120_000 }, async () => {
  const folder = await makeThrowawayFolder();
  onTestFinished(() => removeThrowawayFolder(folder));
  makeProjectWithScript(folder);
  const { status } = spawnSync(process.execPath, [path.join(folder, "scripts", "prepare.mjs")], {
    env: offlineEnvironment(folder),
  });
  expect(status).toBe(0);
  expect(isInstalled(folder)).toBe(true);
  expect(didScriptRun(folder)).toBe(false);
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
