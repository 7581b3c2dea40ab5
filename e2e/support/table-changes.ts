import pg from "pg";

/** An added or deleted row, or a changed column. */
export interface Change {
  table: string;
  id: string;
  /** Null for a whole row. */
  column: string | null;
  before: unknown;
  after: unknown;
}

type Row = Record<string, unknown>;
type Rows = Map<string, Row>;

/** Columns that count requests, record visits, or mark sums to recalculate. */
const restless = ["rate_limit", "user_session", "waiting_email"];

/** Every row of every table of a shop, before and after. */
export class WatchedTables {
  readonly #pool: pg.Pool;
  readonly #seen = new Map<string, Rows>();
  #fingerprintsSeen = new Map<string, string>();
  #names: string[] | undefined;

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  }

  async execute(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(statement, values)).rows;
  }

  /** The changes since the last call. */
  async changes(): Promise<Change[]> {
    const fingerprints = await this.#fingerprints();
    const changed = [...fingerprints].flatMap(([name, each]) =>
      each === this.#fingerprintsSeen.get(name) ? [] : [name],
    );
    this.#fingerprintsSeen = fingerprints;
    const changes = await Promise.all(
      changed.map(async (name) => {
        const [before, after] = [this.#seen.get(name) ?? new Map(), await this.#read(name)];
        this.#seen.set(name, after);
        return changesOf(name, before, after);
      }),
    );
    return changes.flat();
  }

  /** A number for the whole text of each table: most stay as they are, and a big one takes long to read. */
  async #fingerprints(): Promise<Map<string, string>> {
    this.#names ??= await this.#listNames();
    const each = this.#names.map(
      (name) => `select ${pg.escapeLiteral(name)} as name,
        count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as fingerprint
        from ${pg.escapeIdentifier(name)} t`,
    );
    const rows = await this.execute(each.join(" union all "));
    return new Map(rows.map(({ name, fingerprint }) => [String(name), String(fingerprint)]));
  }

  async #listNames(): Promise<string[]> {
    const tables = await this.execute("select tablename as name from pg_tables where schemaname = 'public'");
    return tables.map(({ name }) => String(name)).filter((name) => !restless.includes(name));
  }

  async #read(name: string): Promise<Rows> {
    const rows = await this.execute(`select to_jsonb(t) as row from ${pg.escapeIdentifier(name)} t`);
    return new Map(rows.map(({ row }) => [idOf(row), flat(row as Row)]));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Each key of an object counts as a column: "values.taxRate". */
function flat(row: Row): Row {
  const entries = Object.entries(row).flatMap(([name, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([key, part]) => [`${name}.${key}`, part] as const)
      : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

function idOf(row: unknown): string {
  const id = row !== null && typeof row === "object" && "id" in row ? row.id : undefined;
  return id === undefined ? JSON.stringify(row) : String(id);
}

function changesOf(table: string, before: Rows, after: Rows): Change[] {
  const deleted = [...before].filter(([id]) => !after.has(id));
  return [
    ...deleted.map(([id, row]) => ({ table, id, column: null, before: row, after: undefined })),
    ...[...after].flatMap(([id, row]): Change[] => {
      const was = before.get(id);
      if (!was) return [{ table, id, column: null, before: undefined, after: row }];
      const names = [...new Set([...Object.keys(row), ...Object.keys(was)])].filter(
        (name) => JSON.stringify(row[name]) !== JSON.stringify(was[name]),
      );
      return names.map((column) => ({ table, id, column, before: was[column], after: row[column] }));
    }),
  ];
}

/** "product 3: tax_rate null → 500" */
export function changeText({ table, id, column, before, after }: Change): string {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return column === null
    ? `${table} ${is ? `new ${is}` : `gone ${was}`}`
    : `${table} ${id}: ${column} ${was} → ${is}`;
}
