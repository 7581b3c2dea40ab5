import { readFileSync } from "node:fs";

const moments = ["always", "at rest", "against the providers"] as const;

/** When a rule of the books holds; db/audit.sql says what each means. */
export type AuditMoment = (typeof moments)[number];

/** A rule of the books, and the statement that selects the rows that break it. */
interface BookRule {
  moment: AuditMoment;
  rule: string;
  broken: string;
}

const bookRules: readonly BookRule[] = readFileSync(new URL("./audit.sql", import.meta.url), "utf8")
  .split(/^--- /m)
  .slice(1)
  .map((text) => {
    const [, moment, rule, broken] = /^([^:]*): ([^\n]*)\n(.*);\s*$/s.exec(text) ?? [];
    const known = moments.find((each) => each === moment);
    if (!known || !rule || !broken) throw new Error(`This rule of the books cannot be read: ${text}`);
    return { moment: known, rule, broken };
  });

/** A row that breaks a rule. */
export interface WrongEntry {
  rule: string;
  row: Record<string, unknown>;
}

type Select = (statement: string) => Promise<readonly Record<string, unknown>[]>;

/** What is wrong with the books, by the rules of these moments. `select` asks the database. */
export async function auditBooks(select: Select, wanted: readonly AuditMoment[]): Promise<WrongEntry[]> {
  const found: WrongEntry[] = [];
  for (const { moment, rule, broken } of bookRules) {
    if (!wanted.includes(moment)) continue;
    for (const row of await select(broken)) found.push({ rule, row });
  }
  return found;
}
