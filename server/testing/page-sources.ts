import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { vi } from "vitest";
import { z } from "zod";
import { restEndpoints } from "#server/api/rest-app.server.ts";
import { appRouter } from "#server/trpc/router.server.ts";

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

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>;

/** Names that lists and calls read, for pages that take all parameters as a whole. */
const knownNames = [
  ...new Set([
    ...restEndpoints.flatMap(({ query }) => Object.keys(query?.shape ?? {})),
    ...Object.values(procedures)
      .flatMap(({ _def }) => _def.inputs)
      .flatMap((input) => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])),
  ]),
];

/**
 * The search parameters that some work reads, recorded while it reads them; all known ones where it takes them as a
 * whole.
 */
export async function parametersReadBy(work: () => Promise<unknown>): Promise<string[]> {
  const names = new Set<string>();
  const spies = (["get", "has", "getAll"] as const).map((method) => {
    const real: (this: URLSearchParams, name: string) => unknown = URLSearchParams.prototype[method];
    function noted(this: URLSearchParams, name: string) {
      names.add(name);
      return real.call(this, name) as never;
    }
    return vi.spyOn(URLSearchParams.prototype, method).mockImplementation(noted);
  });
  const realIterator = URLSearchParams.prototype[Symbol.iterator];
  const iterated = vi.spyOn(URLSearchParams.prototype, Symbol.iterator).mockImplementation(function (
    this: URLSearchParams,
  ) {
    for (const name of knownNames) names.add(name);
    return realIterator.call(this);
  });
  try {
    await work();
    return [...names];
  } finally {
    for (const spy of [...spies, iterated]) spy.mockRestore();
  }
}
