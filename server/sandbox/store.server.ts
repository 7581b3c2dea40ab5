import type pg from "pg";
import { z } from "zod";
import type { HeldObject, HeldObjects } from "./held-objects.server.ts";
import { addChange, type Change, type Changes, type WriteBatch } from "./write-batches.server.ts";

/*
 * The stand-ins' own table, `sandbox.object`, which nothing else writes: a provider's records (payments, refunds,
 * events) and its future work. It has a schema of its own in the shop's database, so that one backup holds both sides
 * of a payment at the same moment.
 */

/** Names a stored object. */
interface Key {
  /** The provider's id, such as pi_… or cs_test_…. */
  id: string;
  provider: "stripe" | "paypal";
  kind: string;
}

interface Row extends Key {
  body: Record<string, unknown>;
}

interface FindOptions {
  /** Locks the object until the transaction ends. */
  lock?: boolean;
  /**
   * The caller inserts the object where there is none, and there most likely is none: the database is not asked. If it
   * has one after all, the insert fails, and the work is done again with it.
   */
  isNew?: boolean;
}

interface Result {
  rows: unknown[];
  rowCount: number | null;
}

/** Where a piece of work reads, and whether it may write there before its end. */
export interface Source {
  find(id: string, options: FindOptions): Promise<HeldObject | null>;
  send(statement: string, values: unknown[]): Promise<Result>;
  write?(changes: Changes): Promise<void>;
  /** Whether no other work has this name now; waits for it when told to. */
  claim(name: string, options: { isPatient: boolean }): Promise<boolean>;
}

/** The objects and statements of one piece of work. What it inserts and saves is written together. */
export class Store {
  readonly #source: Source;
  #changes: Changes = new Map();
  readonly #touched = new Set<string>();
  readonly #afterwards: (() => void)[] = [];
  #hasSent = false;

  constructor(source: Source) {
    this.#source = source;
  }

  get hasUnwritten(): boolean {
    return this.#changes.size > 0;
  }

  /** What is to be written. */
  get changes(): Changes {
    return this.#changes;
  }

  /** What it wrote itself, by id; "unknown" where it sent a statement of its own. */
  get touched(): ReadonlySet<string> | "unknown" {
    return this.#hasSent ? "unknown" : this.#touched;
  }

  async find(key: Key, options: FindOptions = {}): Promise<{ body: unknown; createdAt: Date } | undefined> {
    const own = this.#changes.get(key.id);
    if (own && own.how !== "remove" && isNamed(own, key)) return { body: own.body, createdAt: own.at };
    const found = await this.#source.find(key.id, options);
    return found && isNamed(found, key) ? { body: found.body, createdAt: found.createdAt } : undefined;
  }

  insert(row: Row): void {
    this.#change("insert", row);
  }

  /** For an object that this transaction has loaded and locked, or made. */
  save(row: Row): void {
    this.#change("save", row);
  }

  /** Replaces the object with this id, or makes it. */
  put(row: Row): void {
    this.#change("put", row);
  }

  remove(key: Key): void {
    this.#change("remove", { ...key, body: {} });
  }

  async query<Schema extends z.ZodType>(
    schema: Schema,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<z.output<Schema>[]> {
    await this.flush();
    const { rows } = await this.#source.send(statement, [...values]);
    return z.array(schema).parse(rows);
  }

  /** Returns the number of changed rows. */
  async run(statement: string, values: readonly unknown[] = []): Promise<number> {
    await this.flush();
    this.#hasSent = true;
    const { rowCount } = await this.#source.send(statement, [...values]);
    return rowCount ?? 0;
  }

  /** Whether this name is now the transaction's alone, until it has ended. */
  claim(name: string): Promise<boolean> {
    return this.#source.claim(name, { isPatient: false });
  }

  /** Waits until no other transaction has this name. */
  async claimInTurn(name: string): Promise<void> {
    await this.#source.claim(name, { isPatient: true });
  }

  /** Does something once everything is durable. */
  afterwards(act: () => void): void {
    this.#afterwards.push(act);
  }

  /** The work has ended well, and is durable. */
  end(): void {
    for (const act of this.#afterwards) act();
  }

  /** Lets statements that follow find what was changed so far. */
  async flush(): Promise<void> {
    if (!this.#source.write || this.#changes.size === 0) return;
    const changes = this.#changes;
    this.#changes = new Map();
    await this.#source.write(changes);
  }

  #change(how: Change["how"], row: Row): void {
    this.#touched.add(row.id);
    addChange(this.#changes, { how, ...row, at: new Date() });
  }
}

function isNamed(object: { provider: string; kind: string }, { provider, kind }: Key): boolean {
  return object.provider === provider && object.kind === kind;
}

const FIND = {
  name: "find sandbox object",
  text: "select provider, kind, body, created_at from sandbox.object where id = $1",
};
const FIND_AND_LOCK = { name: "lock sandbox object", text: `${FIND.text} for update` };

interface FoundRow {
  provider: string;
  kind: string;
  body: unknown;
  created_at: Date;
}

/** PostgreSQL itself, over one connection or over several. */
export class DatabaseSource implements Source {
  readonly #connection: Pick<pg.ClientBase, "query">;
  readonly write?: (changes: Changes) => Promise<void>;

  constructor(connection: Pick<pg.ClientBase, "query">, { isTransaction }: { isTransaction: boolean }) {
    this.#connection = connection;
    if (isTransaction) this.write = (changes) => writeChanges(connection, [...changes.values()]);
  }

  async find(id: string, { lock }: FindOptions): Promise<HeldObject | null> {
    const prepared = lock ? FIND_AND_LOCK : FIND;
    const { rows } = await this.#connection.query<FoundRow>({ ...prepared, values: [id] });
    const [row] = rows;
    return row ? { provider: row.provider, kind: row.kind, body: row.body, createdAt: row.created_at } : null;
  }

  send(statement: string, values: unknown[]): Promise<Result> {
    return this.#connection.query(statement, values);
  }

  async claim(name: string, { isPatient }: { isPatient: boolean }): Promise<boolean> {
    if (isPatient) {
      await this.send("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
      return true;
    }
    const { rows } = await this.#connection.query<{ claimed: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as claimed",
      [name],
    );
    return rows[0]?.claimed === true;
  }
}

/** Work in memory needs what only the database knows: it is done again there. */
export class NeedsDatabase extends Error {}

/** Kinds of which there is one object or none, and of which every request asks. */
const isSetting = (id: string) => /_(faults|behaviour)$/.test(id);

/** What this process remembers, and the database for what it does not. */
export class MemorySource implements Source {
  /** Batches with something that the work has seen, and that may not be durable yet. */
  readonly seen = new Set<WriteBatch>();
  /** The ids that were taken for new. */
  readonly guessed = new Set<string>();
  readonly #held: HeldObjects;
  readonly #database: DatabaseSource;
  readonly #isTransaction: boolean;

  constructor(held: HeldObjects, database: DatabaseSource, { isTransaction }: { isTransaction: boolean }) {
    this.#held = held;
    this.#database = database;
    this.#isTransaction = isTransaction;
  }

  async find(id: string, { isNew }: FindOptions): Promise<HeldObject | null> {
    const known = this.#held.get(id);
    if (known === undefined && isNew) {
      this.guessed.add(id);
      return null;
    }
    const found = known === undefined ? await this.#read(id) : known;
    if (found?.batch && !found.batch.isDone) this.seen.add(found.batch);
    return found;
  }

  async send(statement: string, values: unknown[]): Promise<Result> {
    if (this.#isTransaction) throw new NeedsDatabase();
    return this.#database.send(statement, values);
  }

  /** Transactions in memory come one after the other. */
  async claim(): Promise<boolean> {
    return true;
  }

  async #read(id: string): Promise<HeldObject | null> {
    const { version } = this.#held;
    const found = await this.#held.read(id, () => this.#database.find(id, {}));
    // Meanwhile another request may have read it, and even changed it.
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    if (this.#held.version === version && (found || isSetting(id))) this.#held.hold(id, found);
    return found;
  }
}

/** Objects that it saves are found by their id alone: asked for the kind too, PostgreSQL reads all of that kind. */
const WRITE = `
  with given as materialized (
    select * from json_to_recordset($1::json)
      as given (how text, id text, provider text, kind text, body jsonb, at timestamptz)),
  inserted as (
    insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
    select id, provider, kind, body, at, at from given where how = 'insert'),
  put as (
    insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
    select id, provider, kind, body, at, at from given where how = 'put'
    on conflict (id) do update set provider = excluded.provider, kind = excluded.kind, body = excluded.body,
      created_at = excluded.created_at, updated_at = excluded.updated_at),
  saved as (
    update sandbox.object object set body = given.body, updated_at = given.at from given
    where how = 'save' and object.id = given.id
    returning object.provider = given.provider and object.kind = given.kind as is_named),
  removed as (
    delete from sandbox.object object using given where how = 'remove' and object.id = given.id)
  select 1 / (case when (select count(*) from saved where is_named) = $2 then 1 else 0 end) as written`;

/** Divides by zero, and so undoes the statement, when an object that it saves is not there. */
const NOT_THERE = "22012";
/** An object that it inserts is there, others wait for it and it for them. */
const CONTRADICTIONS = ["23505", "40P01", NOT_THERE];

/** Writes all of it in one statement, or nothing. */
export async function writeChanges(
  connection: Pick<pg.ClientBase, "query">,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const saves = changes.filter(({ how }) => how === "save").length;
  await connection.query({
    name: "write sandbox objects",
    text: WRITE,
    values: [JSON.stringify(changes), saves],
  });
}

/** Whether the database holds something else than the work believed, so that it is worth doing again there. */
export function isContradiction(error: unknown): boolean {
  return CONTRADICTIONS.some((code) => code === codeOf(error));
}

export function isNotThere(error: unknown): boolean {
  return codeOf(error) === NOT_THERE;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
