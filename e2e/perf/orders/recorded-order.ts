import { randomInt } from "node:crypto";
import { z } from "zod";

const statementSchema = z.object({
  /** Which of the shop's connections sent it. */
  connection: z.number(),
  text: z.string(),
  values: z.array(z.unknown()),
  rows: z.array(z.array(z.unknown())),
  /** The names of what is in each row. */
  columns: z.array(z.string()),
  place: z.number(),
});

/** A statement as the shop sent it, with what the database answered. */
export type RecordedStatement = z.infer<typeof statementSchema>;

export const recordingSchema = z.object({
  statements: z.array(statementSchema),
  requests: z.array(z.string()),
});

export type Recording = z.infer<typeof recordingSchema>;

/** Ids from sequences start here while the bench runs, so that no other number is taken for one. */
export const FIRST_ID = 1_000_000_000;

const BEGIN = /^\s*(begin|start transaction)/i;
const END = /^\s*(commit|rollback)\s*$/i;
/** Alone, or as a part of the one statement that makes an order. */
const ORDER = /\binsert into "?customer_order"?[\s(]/i;
/** What an order makes up: UUIDs, provider ids, tokens, invoice numbers and addresses with a UUID in them. */
export const MADE_UP = /OXB-\d{6,}|[A-Za-z0-9_-]{16,}/g;
export const ID = /\b1\d{9}\b/g;

/**
 * The statements of one order in an order in which one connection can send them: each transaction whole, at the place
 * where it was committed. What the shop does whether or not anybody orders is left out, since nothing waits for it
 * here: the job runner's look for work, the beat that tells a deaf connection, the round that counts all orders since
 * the last one (decision 051).
 * @throws Error when they are not those of exactly one order, as when an earlier one was still being finished: played
 * again, half of an order or two of the same break a constraint
 */
export function inOneLine(statements: readonly RecordedStatement[]): RecordedStatement[] {
  const open = new Map<number, RecordedStatement[]>();
  const line: RecordedStatement[] = [];
  for (const statement of statements) {
    if (isJobRunner(statement.text) || isBeat(statement)) continue;
    if (BEGIN.test(statement.text)) open.set(statement.connection, []);
    const transaction = open.get(statement.connection);
    if (transaction) transaction.push(statement);
    else line.push(statement);
    if (transaction && END.test(statement.text)) {
      if (!transaction.some(countsOrders)) line.push(...transaction);
      open.delete(statement.connection);
    }
  }
  const orders = line.filter(({ text }) => ORDER.test(text)).length;
  const halves =
    line.filter(({ text }) => BEGIN.test(text)).length - line.filter(({ text }) => END.test(text)).length;
  if (orders !== 1 || halves !== 0) throw new NotOneOrder(`${orders} orders, ${halves} open transactions`);
  return line;
}

/** What was recorded is not one order; recorded again, it may be. */
export class NotOneOrder extends Error {}

function isBeat({ values }: RecordedStatement): boolean {
  return values.some((value) => typeof value === "string" && value.startsWith("beat "));
}

function countsOrders({ text }: RecordedStatement): boolean {
  return text.includes("uncounted_order");
}

function isJobRunner(text: string): boolean {
  return /graphile_worker|_private_jobs/.test(text) && !text.includes("graphile_worker.add_job");
}

/** What stands in a replay for what the recorded order made up or was given by the database. */
export class Replacements {
  readonly #known = new Map<string, string>();

  /** The text of a statement for this replay: some of what the shop sends has its values in it. */
  textOf({ text }: RecordedStatement): string {
    // A job under a name that the shop's job runner leaves alone.
    return this.#replaceIn(text).replace("graphile_worker.add_job('", "graphile_worker.add_job('bare-");
  }

  /** The values of a statement for this replay. */
  valuesOf({ values }: RecordedStatement): unknown[] {
    return values.map((value) => this.#replace(value));
  }

  /** Learns which ids the database gave in place of the recorded ones. */
  learn(recorded: readonly unknown[][], rows: readonly unknown[][]): void {
    for (const [index, row] of recorded.entries()) {
      for (const [column, value] of row.entries()) {
        const rowValue = rows[index]?.[column];
        if (isId(value) && isId(rowValue)) this.#known.set(String(value), String(rowValue));
      }
    }
  }

  #replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#replace(one));
    if (typeof value === "number")
      return isId(value) ? Number(this.#known.get(String(value)) ?? value) : value;
    return typeof value === "string" ? this.#replaceIn(value) : value;
  }

  #replaceIn(text: string): string {
    return text
      .replace(MADE_UP, (text) => (isMadeUp(text) ? this.#standInOf(text) : text))
      .replace(ID, (text) => this.#known.get(text) ?? text);
  }

  #standInOf(text: string): string {
    const existing = this.#known.get(text);
    if (existing !== undefined) return existing;
    const standIn = text.startsWith("OXB-") ? `OXB-${randomInt(10 ** 12)}` : sameShape(text);
    this.#known.set(text, standIn);
    return standIn;
  }
}

/** Rather than a word of the shop's, such as the name of a constraint. */
export function isMadeUp(text: string): boolean {
  return /\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text));
}

export function isId(value: unknown): boolean {
  return Number.isSafeInteger(Number(value)) && Number(value) >= FIRST_ID && Number(value) < 2 * FIRST_ID;
}

/** Of the same length and kinds of characters; the beginning, such as `pi_` or `INV-`, stays. */
function sameShape(text: string): string {
  const isHex = /^[0-9a-f-]+$/.test(text);
  const [prefixLength, letters] = isHex ? [0, "abcdef"] : [4, "abcdefghijklmnopqrstuvwxyz"];
  const letter = () => letters[randomInt(letters.length)] ?? "a";
  return (
    text.slice(0, prefixLength) +
    text
      .slice(prefixLength)
      .replace(/\d/g, () => String(randomInt(10)))
      .replace(/[a-z]/g, letter)
      .replace(/[A-Z]/g, () => letter().toUpperCase())
  );
}
