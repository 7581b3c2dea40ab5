import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const app = path.resolve(import.meta.dirname, "../../app");

const INTENT = /\bintent"?(?: value=|=|: )"([a-z-]+)"/g;
const FIELD = /\bname="([a-zA-Z][\w.]*)"|\bfields\.(\w+)|\b(?:form|fields)\.get(?:All)?\("([\w.-]+)"\)/g;

/** Every button of every form, from the pages' sources. */
const intents = [
  ...new Set(
    globSync("**/*.tsx", { cwd: app }).flatMap((file) =>
      [...readFileSync(path.join(app, file), "utf8").matchAll(INTENT)].map(([, intent = ""]) => intent),
    ),
  ),
];

/** The files of a page: its route, what that imports, and the components that those import. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/from "([.#][^"]+)"/g)) {
    const imported = from.startsWith("#")
      ? path.resolve(app, "..", from.slice(1))
      : path.resolve(path.dirname(file), from);
    if (imported.startsWith(app)) filesOf(imported, seen);
    else if (file.includes("/routes/")) seen.add(imported);
  }
  return seen;
}

function sourcesOf(file: string): string[] {
  return [...filesOf(path.resolve(app, file))].map((one) => readFileSync(one, "utf8"));
}

/** The buttons that a page's own files name; `file` is the route's. */
export function buttonsOf(file: string): string[] {
  const sources = sourcesOf(file);
  return intents.filter((intent) => sources.some((source) => source.includes(`"${intent}"`)));
}

/** The fields that they name. */
export function fieldsOf(file: string): string[] {
  const found = sourcesOf(file).flatMap((source) => [...source.matchAll(FIELD)]);
  return [...new Set(found.map(([, ...names]) => names.find(Boolean) ?? ""))];
}
