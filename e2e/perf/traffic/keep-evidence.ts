import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import type { Failure } from "../../faults/browser.ts";

interface Evidence {
  /** Where what is kept goes; a folder for this run below `.cache/soak` unless given. */
  folder: string | undefined;
  seed: number;
  /** Of the shops, by their names. */
  logs: ReadonlyMap<string, string>;
  /** What else is known, as JSON by its name. */
  facts: Readonly<Record<string, unknown>>;
}

/** Keeps what tells why a run failed, since its own folder is removed at its end. @returns the folder */
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
  /** Of the first of them. */
  requestId: string | undefined;
}

/** Answers of one status at one sort of address, once with their number: ids in an address are left out. */
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
