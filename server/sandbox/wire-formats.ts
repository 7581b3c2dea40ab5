/*
 * Pence and their decimals, in the providers' notation. The stand-ins calculate on their own: with the shop's code
 * they would share its faults.
 */

/** "£1,234.50", "€1,234.50": of a currency with two decimals, in large or small letters. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / 100);
}

/** "1234.50" */
export function penceToDecimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "1234.5" → 123450; undefined for anything but an amount with at most two decimals. */
export function parsePounds(decimal: string): number | undefined {
  const [, sign, whole = "", decimals = ""] = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal.trim()) ?? [];
  if (whole === "") return undefined;
  const pence = Number(whole + decimals.padEnd(2, "0"));
  return sign === "-" && pence !== 0 ? -pence : pence;
}

/** A form-encoded value with Stripe's bracket nesting resolved: texts, lists and objects of them. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

/** Deeper than any parameter of Stripe's; deeper nesting is refused. */
const DEEPEST = 8;

/** A body that is not form-encoded in Stripe's way. */
export class FormEncodingError extends Error {
  readonly parameter: string;
  constructor(message: string, parameter: string) {
    super(message);
    this.parameter = parameter;
  }
}

/**
 * Parses `application/x-www-form-urlencoded` text as Stripe does: `metadata[checkout_id]=7`, `expand[]=a`,
 * `line_items[0][quantity]=2`. Objects with the names 0, 1, 2 … become lists. @throws FormEncodingError for names with
 * unbalanced brackets, or a name used both as a text and as an object
 */
export function parseFormEncoded(text: string): FormFields {
  const root = emptyNode();
  for (const [name, value] of new URLSearchParams(text)) assign(root, namePath(name), value, name);
  return unfoldObject(root);
}

interface Node {
  children: Map<string, Node | string>;
  /** The number of `[]` entries so far. */
  appended: number;
}

function emptyNode(): Node {
  return { children: new Map(), appended: 0 };
}

function namePath(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw new FormEncodingError(`Invalid parameter name: ${name}`, name);
  const [, head = "", rest = ""] = match;
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "")];
  if (path.length > DEEPEST) throw new FormEncodingError(`Parameter nested too deeply: ${name}`, name);
  return path;
}

function assign(root: Node, path: string[], value: string, name: string): void {
  let node = root;
  for (const [index, part] of path.entries()) {
    const key = part === "" ? String(node.appended++) : part;
    const child = node.children.get(key);
    if (index === path.length - 1) {
      if (child !== undefined && typeof child !== "string") throw mixed(name);
      node.children.set(key, value);
      return;
    }
    if (typeof child === "string") throw mixed(name);
    const next = child ?? emptyNode();
    node.children.set(key, next);
    node = next;
  }
}

function mixed(name: string): FormEncodingError {
  return new FormEncodingError(`Invalid object: ${name} is given both as a text and as an object`, name);
}

function unfold(node: Node | string): FormValue {
  if (typeof node === "string") return node;
  const names = [...node.children.keys()].map(Number).sort((a, b) => a - b);
  if (!names.every((name, index) => name === index)) return unfoldObject(node);
  return names.map((index) => unfold(node.children.get(String(index)) ?? ""));
}

/** Built from entries, so that `__proto__` is a name like any other. */
function unfoldObject(node: Node): FormFields {
  return Object.fromEntries([...node.children].map(([name, child]) => [name, unfold(child)]));
}
