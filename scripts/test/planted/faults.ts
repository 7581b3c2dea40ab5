import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Fault {
  number: string;
  file: string;
  /** What the shop does wrong with it. */
  what: string;
  /** Occurs once in the file. */
  right: string;
  wrong: string;
  /** The file of `e2e/journeys/` that goes through this place, without ".spec.ts". */
  journey?: string;
}

/**
 * The faults of all lists. Each is a paragraph: number, file and perhaps a journey; what it does; and what of the file
 * is replaced (lines that begin with "-") by what (lines that begin with "+").
 */
export function readFaults(): Fault[] {
  const lists = path.join(import.meta.dirname, "faults");
  const faults = readdirSync(lists).flatMap((name) =>
    readFileSync(path.join(lists, name), "utf8")
      .split(/\n{2,}/)
      .filter((paragraph) => !paragraph.startsWith("#"))
      .map(readFault),
  );
  const numbers = faults.map(({ number }) => number);
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice) throw new Error(`Two faults have the number ${twice}.`);
  return faults.sort((one, other) => one.number.localeCompare(other.number));
}

function readFault(paragraph: string): Fault {
  const [first = "", what = "", ...changes] = paragraph.trimEnd().split("\n");
  const [number = "", file = "", journey] = first.split(" ");
  const linesWith = (sign: string) =>
    changes.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join("\n");
  const [right, wrong] = [linesWith("-"), linesWith("+")];
  if (!/^[A-Z]\d\d$/.test(number) || right === "" || right === wrong)
    throw new Error(`This is no fault: ${paragraph}`);
  return { number, file, what, right, wrong, ...(journey ? { journey } : {}) };
}
