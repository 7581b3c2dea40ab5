/** The packages, and Node's own modules, that a built program names in its import statements. */
export function packagesIn(source: string): string[] {
  return [...source.matchAll(/^import (?:[^"]* from )?"([^"./][^"]*)";$/gm)].map(([, name = ""]) => name);
}
