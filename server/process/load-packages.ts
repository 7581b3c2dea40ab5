import { readFile } from "node:fs/promises";

/** The packages, and Node's own modules, that a built program names in its import statements. */
export function packagesIn(source: string): string[] {
  return [...source.matchAll(/^import (?:[^"]* from )?"([^"./][^"]*)";$/gm)].map(([, name = ""]) => name);
}

/**
 * Loads the packages that a build imports, so that it finds them in memory: while the database starts, the processor
 * waits. What cannot be loaded is the build's to report.
 */
export async function loadPackagesOf(build: string): Promise<void> {
  const names = packagesIn(await readFile(build, "utf8"));
  await Promise.allSettled(names.map((name) => import(name)));
}
