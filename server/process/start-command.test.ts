import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectFolder } from "./project-folder.ts";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

it("starts the shop with the same bounds of memory from npm and in a container", () => {
  const npm = read("package.json");
  const image = read("deploy/Dockerfile");
  const bounds = [
    ...npm.matchAll(
      /\bMALLOC_\w+=\d+|--(?:max-semi-space-size|initial-old-space-size|heap-growing-percent)=\d+/g,
    ),
  ].map(([bound]) => bound);
  expect(bounds).toHaveLength(6);
  for (const bound of bounds) expect(image).toContain(bound);
});
