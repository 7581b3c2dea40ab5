/** Where a value differs from its provider's schema. */
export interface Violation {
  /** JSON pointer into the body, or the name of a header. */
  at: string;
  /** The problem, with the value. */
  says: string;
  /** The same for all violations of one rule, whatever the call. */
  rule: string;
}

const LONGEST_QUOTE = 120;
const LONGEST_WISH = 240;

export function isNot(at: string, expected: string, value: unknown): Violation {
  const is = value === undefined ? "is missing" : `is ${shortened(JSON.stringify(value), LONGEST_QUOTE)}`;
  const should = `should be ${shortened(expected, LONGEST_WISH)}`;
  // Each wrong word is a separate violation; ids and amounts differ from run to run.
  const word = typeof value === "string" && /^[A-Za-z_.]+$/.test(value) ? value : "";
  return { at, says: `${is}, ${should}`, rule: `${lastOf(at)} ${expected} ${word}` };
}

export function lacks(at: string, names: readonly string[], type: string): Violation {
  const says = `lacks ${names.join(", ")}, which ${type} has`;
  return { at, says, rule: says };
}

export function isUnknown(at: string, type: string, value: unknown): Violation {
  const says = `is ${shortened(JSON.stringify(value), LONGEST_QUOTE)}, but ${type} has no such field`;
  return { at, says, rule: `${lastOf(at)} unknown to ${type}` };
}

/** The JSON pointer of a field below another pointer. */
export function inner(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1).replace(/^\d+$/, "*");
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
