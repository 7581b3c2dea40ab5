import { ID, isId, isMadeUp, MADE_UP, type RecordedStatement } from "./recorded-order.ts";

/** The most digits that pgbench keeps in one variable, a 64-bit number. */
const LONGEST_NUMBER = 18;
/** The fewest digits of what must be there once: orders of one run that make up fewer have some alike. */
const LEAST_DIGITS = 12;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * An order's statements as a script for pgbench, which plays it as often as it can: the same texts, only that what the
 * recorded order made up is made of random digits, and that ids are those which the database gives this time.
 * @throws Error when an id is needed that no statement with one row gave
 */
export function pgbenchScript(order: readonly RecordedStatement[]): string {
  const writer = new ScriptWriter();
  const statements = order.map((statement, place) => writer.write(statement, needsIds(order, place), place));
  return [...writer.madeUp, ...statements, ""].join("\n");
}

/** Whether a later statement names an id that this one is the first to tell. */
function needsIds(order: readonly RecordedStatement[], place: number): boolean {
  const commentOf = (statement: RecordedStatement | undefined) =>
    (statement?.rows.flat() ?? []).filter(isId).map(String);
  const before = new Set(order.slice(0, place).flatMap(commentOf));
  const fresh = commentOf(order[place]).filter((id) => !before.has(id));
  return fresh.some((id) => order.slice(place + 1).some((later) => withValues(later).includes(id)));
}

class ScriptWriter {
  /** Lines that make up what every order has anew. */
  readonly madeUp: string[] = [];
  readonly #standIns = new Map<string, string>();

  write(statement: RecordedStatement, isNeeded: boolean, place: number): string {
    const text = withValues(statement)
      .replace(MADE_UP, (text) => (isMadeUp(text) ? this.#standInOf(text) : text))
      .replace(ID, (text) => this.#standIns.get(text) ?? text)
      // It takes two colons for a cast.
      .replaceAll(/:(?=:(?:digits|row)\d)/g, ": ")
      // A job under a name that the shop's job runner leaves alone.
      .replace("graphile_worker.add_job('", "graphile_worker.add_job('bare-");
    if (!isNeeded) return `${text};`;
    const [row = [], ...others] = statement.rows;
    if (others.length > 0)
      throw new Error(`pgbench keeps one row alone, and there are more: ${text.slice(0, 200)}`);
    const prefix = `row${place}_`;
    for (const [index, value] of row.entries()) {
      if (isId(value) && !this.#standIns.has(String(value))) {
        this.#standIns.set(String(value), `:${prefix}${statement.columns[index]}`);
      }
    }
    return `${text} \\gset ${prefix}`;
  }

  #standInOf(text: string): string {
    const existing = this.#standIns.get(text);
    if (existing !== undefined) return existing;
    const standIn = this.#digitsFor(text);
    this.#standIns.set(text, standIn);
    return standIn;
  }

  /** No shorter; the beginning, such as `pi_` or `INV-`, and the form of a UUID stay. */
  #digitsFor(text: string): string {
    if (UUID.test(text))
      return text
        .split("-")
        .map((part) => this.#number(part.length))
        .join("-");
    const [beginning] = /^[A-Za-z]{2,4}[_-]/.exec(text) ?? [""];
    let standIn = beginning;
    const digits = Math.max(text.length - beginning.length, LEAST_DIGITS);
    for (let left = digits; left > 0; left -= LONGEST_NUMBER) {
      standIn += this.#number(Math.min(left, LONGEST_NUMBER));
    }
    return standIn;
  }

  #number(digits: number): string {
    const name = `digits${this.madeUp.length}`;
    this.madeUp.push(`\\set ${name} random(1${"0".repeat(digits - 1)}, ${"9".repeat(digits)})`);
    return `:${name}`;
  }
}

/** A statement with its values in it, as pgbench's simple protocol sends it. */
function withValues({ text, values }: RecordedStatement): string {
  if (values.length === 0) return text;
  return text.replaceAll(/\$(\d+)/g, (_found, number: string) => literal(values[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]`;
  throw new Error("pgbench is not told values of this kind");
}
