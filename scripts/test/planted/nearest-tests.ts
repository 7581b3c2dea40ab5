import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** A test file and why it may notice what changes in a file. */
export interface NearTest {
  file: string;
  stage: "beside" | "imports" | "reads sources";
}

const isTest = /\.test\.tsx?$/;
const isDeep = /\.deep\.test\.tsx?$/;
/** Of `import … from`, `export … from` and `import(…)`; types alone are no reason to run a test. */
const IMPORTS =
  /^(?:import|export)\b(?!\s+type\b)[^"';]*?["']([#.][^"'?]+)|import\(\s*["']([#.][^"'?]+)|vi\.mock\(\s*["']([#.][^"'?]+)/gm;
/** Tests that reach files without importing them: they read sources, find modules by name, or start programs. */
const OTHERWISE =
  /readFile|readdir|glob|spawn|execFile|fork\(|import\(\s*[^"'\s]|import\.meta\.(?:dirname|filename)/;

/**
 * The test files that may notice a change in `changed`, nearest first: those in its folder, those that import it (over
 * fewest others first; the common setup would make that all), and those that reach files in other ways.
 */
export function testsNearest(root: string, changed: string): { fast: NearTest[]; deep: NearTest[] } {
  const sources = new Map<string, string>();
  for (const file of globSync("{app,server,db,e2e,scripts}/**/*.{ts,tsx}", { cwd: root })) {
    sources.set(file, readFileSync(path.join(root, file), "utf8"));
  }
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const [, ...names] of text.matchAll(IMPORTS)) {
      const name = names.find((one) => one !== undefined) ?? "";
      const imported = name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  // A set keeps the order in which it was filled: the fewest steps first.
  const reached = new Set([changed]);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);

  const tests = [...sources.keys()].filter((file) => isTest.test(file)).sort();
  const importing = [...reached].filter((file) => isTest.test(file));
  const isBeside = (file: string) => path.dirname(file) === path.dirname(changed);
  const beside = [...importing, ...tests].filter(isBeside);
  const otherwise = tests.filter((file) => OTHERWISE.test(sources.get(file) ?? ""));
  const near = new Map<string, NearTest["stage"]>();
  for (const [stage, files] of [
    ["beside", beside],
    ["imports", importing],
    ["reads sources", otherwise],
  ] as const)
    for (const file of files) if (!near.has(file)) near.set(file, stage);
  const all = [...near].map(([file, stage]) => ({ file, stage }));
  return {
    fast: all.filter(({ file }) => !isDeep.test(file)),
    deep: all.filter(({ file }) => isDeep.test(file)),
  };
}
