import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import type { Failure } from "../../faults/browser.ts";

interface Evidence {
  /** The folder for the evidence; by default one for this run below `.cache/soak`. */
  folder: string | undefined;
  seed: number;
  /** The shops' logs, by name. */
  logs: ReadonlyMap<string, string>;
  /** Further facts, as JSON by name. */
  facts: Readonly<Record<string, unknown>>;
}

/**
 * Saves what explains a failed run, because its own folder is removed at its end. @returns the folder
 */
export function keepEvidence({ folder, seed, logs, facts }: Evidence): string {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const target = path.resolve(folder ?? path.join(projectFolder, ".cache", "soak", `${moment}-${seed}`));
  mkdirSync(target, { recursive: true });
  for (const [name, file] of logs) {
    if (existsSync(file)) copyFileSync(file, path.join(target, `${name}.log`));
  }
  for (const [name, fact] of Object.entries(facts)) {
    writeFileSync(path.join(target, `${name}.json`), JSON.stringify(fact, null, 1));
  }
  return target;
}

interface WrongAnswers {
  what: string;
  count: number;
  /** Taken from the first of them. */
  requestId: string | undefined;
}

/** Counts responses of one status per kind of address, without ids. */
export function groupFailures(failures: readonly Failure[]): WrongAnswers[] {
  const groups = new Map<string, WrongAnswers>();
  for (const { path: address, reason, requestId } of failures) {
    const { pathname } = new URL(address, "http://shop");
    const what = `${reason} at ${pathname.replaceAll(/\/[^/]*\d[^/]*(?=\/|$)/g, "/…")}`;
    const group = groups.get(what) ?? { what, count: 0, requestId };
    groups.set(what, { ...group, count: group.count + 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}
