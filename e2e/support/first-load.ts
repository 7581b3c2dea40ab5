import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";

/** The budget of the first page that a visitor opens, with gzip; a KB is 1000 bytes. */
export const MOST_BYTES = { script: 113_000, style: 20_000 };
/** Where the browser calculates delivery like the server (docs/decisions/048-one-engine-for-forms.md). */
const CHECKOUT = { address: /^\/checkout\b(?!-)/, script: 124_000 };

interface Weight {
  bytes: number;
  files: number;
}

export interface FirstLoad {
  script: Weight;
  style: Weight;
}

const client = path.join(projectFolder, "build", "client");

/**
 * The scripts and styles in a page's HTML, with everything that those scripts import before they run, in bytes with
 * gzip. Scripts loaded later, on a focus or for a part further down, do not count.
 */
export function firstLoadOf(html: string): FirstLoad {
  return { script: weightOf(withImports(scriptsIn(html))), style: weightOf(linksIn(html, "stylesheet")) };
}

/** The parts of a first load of the page at this address that exceed the budget. */
export function tooMuchOf({ script, style }: FirstLoad, address: string): string[] {
  const mostScript = CHECKOUT.address.test(address) ? CHECKOUT.script : MOST_BYTES.script;
  return [
    ...(script.bytes > mostScript ? [`${script.bytes} bytes of JavaScript`] : []),
    ...(style.bytes > MOST_BYTES.style ? [`${style.bytes} bytes of CSS`] : []),
  ];
}

function weightOf(addresses: Iterable<string>): Weight {
  const sizes = [...addresses].map(sizeOf);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}

/** As server/http/web-server.ts sends it: small files have no compressed copy. */
function sizeOf(address: string): number {
  const file = path.join(client, address);
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

function scriptsIn(html: string): string[] {
  const imports = [...html.matchAll(/\b(?:import|from)\s*\(?\s*"(\/[^"]+\.js)"/g)];
  const elements = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)];
  return [...linksIn(html, "modulepreload"), ...[...imports, ...elements].map(([, address = ""]) => address)];
}

function withImports(addresses: string[]): Set<string> {
  const reached = new Set(addresses);
  // A set that grows during the loop is walked to its new end.
  for (const address of reached) for (const imported of importsOf(address)) reached.add(imported);
  return reached;
}

function importsOf(address: string): string[] {
  const source = readFileSync(path.join(client, address), "utf8");
  return [...source.matchAll(/\b(?:import|from)\s*"(\.[^"]+\.js)"/g)].map(([, imported = ""]) =>
    path.posix.join(path.posix.dirname(address), imported),
  );
}

/** Files of scripts that import themselves by way of others: one of them runs before what it needs is there. */
export function importedInCircles(): string[] {
  const files = readdirSync(path.join(client, "assets")).filter((name) => name.endsWith(".js"));
  return files.map((name) => `/assets/${name}`).filter((file) => withImports(importsOf(file)).has(file));
}

function linksIn(html: string, relation: string): string[] {
  const links = [...html.matchAll(/<link[^>]*>/g)].map(([element]) => element);
  const matching = links.filter((element) => element.includes(`rel="${relation}"`));
  return [...new Set(matching.map((element) => /href="([^"]+)"/.exec(element)?.[1] ?? ""))];
}
