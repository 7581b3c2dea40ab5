import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import {
  didScriptRun,
  FOR_DEVELOPERS,
  isInstalled,
  makeProjectWithScript,
  offlineEnvironment,
} from "./test/prerequisites.ts";

const project = await makeThrowawayFolder();
afterAll(() => removeThrowawayFolder(project));
makeProjectWithScript(project);

function prepare(...flags: string[]): void {
  const program = path.join(project, "scripts", "prepare.mjs");
  const { status } = spawnSync(process.execPath, [program, ...flags], { env: offlineEnvironment(project) });
  expect(status).toBe(0);
}

it("installs packages without what they want to run meanwhile", { timeout: 120_000 }, () => {
  prepare("--quick");
  expect(isInstalled(project)).toBe(true);
  expect(didScriptRun(project)).toBe(false);
});

it("adds what only developers need to packages that a shop may be running on", { timeout: 120_000 }, () => {
  expect(isInstalled(project, FOR_DEVELOPERS)).toBe(false);
  const inUse = path.join(project, "node_modules", ".in-use");
  writeFileSync(inUse, "");
  prepare();
  expect(isInstalled(project, FOR_DEVELOPERS)).toBe(true);
  expect(existsSync(inUse)).toBe(true);
  expect(didScriptRun(project)).toBe(false);
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
