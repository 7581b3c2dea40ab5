import pg from "pg";
import { z } from "zod";

/*
 * The stand-ins' own table, `sandbox.object`, which nothing else writes: what a provider would keep (payments, refunds,
 * events), and what is still to be done later. It lies in the shop's database, in a schema of its own, so that one
 * backup holds both sides of a payment as of one moment.
 */

/** An arbitrary number that all stand-ins on one database agree on. */
const CREATE_LOCK = 7_420_009;

const MOST_CONNECTIONS = 10;
/** Milliseconds: how long a request waits for a connection, and what PostgreSQL ends by itself, in pg's own names. */
const LIMITS = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** An object as it is kept. */
interface Row {
  /** The provider's id, such as pi_… or cs_test_…. */
  id: string;
  provider: "stripe" | "paypal";
  kind: string;
  body: Record<string, unknown>;
}

const foundSchema = z.object({ body: z.unknown(), created_at: z.date() });

let pool: pg.Pool | undefined;

/** Connects to the database at this address, and makes the table where there is none yet. */
export async function openStore(databaseUrl: string): Promise<void> {
  const opened = new pg.Pool({ connectionString: databaseUrl, max: MOST_CONNECTIONS, ...LIMITS });
  // A connection that is lost fails whoever uses it; nobody else needs to hear of it.
  opened.on("error", () => undefined);
  opened.on("connect", (client) => client.on("error", () => undefined));
  try {
    await createTable(opened);
  } catch (error) {
    await opened.end();
    throw error;
  }
  const before = pool;
  pool = opened;
  await before?.end();
}

export async function closeStore(): Promise<void> {
  const open = pool;
  pool = undefined;
  await open?.end();
}

/** Each statement of `work` by itself; what is to be changed together belongs in a transaction. */
export async function withoutTransaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = new Store(openPool());
  const result = await work(store);
  if (store.hasUnwritten) throw new Error("Objects are only written in a transaction.");
  return result;
}

export async function inTransaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const client = await openPool().connect();
  let lost: Error | undefined;
  try {
    await client.query("begin");
    const store = new Store(client);
    const result = await work(store);
    await store.flush();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((reason: Error) => {
      lost = reason;
    });
    throw error;
  } finally {
    client.release(lost);
  }
}

function openPool(): pg.Pool {
  if (!pool) throw new Error("The stand-ins are not running.");
  return pool;
}

/**
 * Objects and statements of one piece of work. What is inserted and saved is written together: before the next
 * statement, and at the latest when the transaction ends.
 */
export class Store {
  readonly #connection: Pick<pg.ClientBase, "query">;
  readonly #inserted = new Map<string, Row & { at: Date }>();
  readonly #saved = new Map<string, Row & { at: Date }>();

  constructor(connection: Pick<pg.ClientBase, "query">) {
    this.#connection = connection;
  }

  get hasUnwritten(): boolean {
    return this.#inserted.size + this.#saved.size > 0;
  }

  /** `lock` keeps others from changing the object until the transaction ends. */
  async find(
    { id, provider, kind }: Omit<Row, "body">,
    { lock = false } = {},
  ): Promise<{ body: unknown; createdAt: Date } | undefined> {
    const [row] = await this.query(
      foundSchema,
      `select body, created_at from sandbox.object where id = $1 and provider = $2 and kind = $3${lock ? " for update" : ""}`,
      [id, provider, kind],
    );
    return row && { body: row.body, createdAt: row.created_at };
  }

  insert(row: Row): void {
    this.#inserted.set(row.id, { ...row, at: new Date() });
  }

  /** For an object that this transaction has loaded and locked, or made. */
  save(row: Row): void {
    const made = this.#inserted.get(row.id);
    if (made) made.body = row.body;
    else this.#saved.set(row.id, { ...row, at: new Date() });
  }

  /** Writes an object at once, over the one of this id. */
  async put({ id, provider, kind, body }: Row): Promise<void> {
    await this.run(
      `insert into sandbox.object (id, provider, kind, body, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
         on conflict (id) do update set provider = excluded.provider, kind = excluded.kind, body = excluded.body,
           created_at = excluded.created_at, updated_at = excluded.updated_at`,
      [id, provider, kind, JSON.stringify(body), new Date()],
    );
  }

  async query<Schema extends z.ZodType>(
    schema: Schema,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<z.output<Schema>[]> {
    await this.flush();
    const { rows } = await this.#connection.query(statement, [...values]);
    return z.array(schema).parse(rows);
  }

  /** Tells how many rows it changed. */
  async run(statement: string, values: readonly unknown[] = []): Promise<number> {
    await this.flush();
    return this.#send(statement, values);
  }

  async flush(): Promise<void> {
    const [inserted, saved] = [[...this.#inserted.values()], [...this.#saved.values()]];
    this.#inserted.clear();
    this.#saved.clear();
    if (inserted.length > 0) {
      await this.#send(
        `insert into sandbox.object (id, provider, kind, body, created_at, updated_at)
           select id, provider, kind, body, at, at from ${GIVEN_ROWS}`,
        [JSON.stringify(inserted)],
      );
    }
    if (saved.length > 0) {
      const written = await this.#send(
        `update sandbox.object object set body = given.body, updated_at = given.at from ${GIVEN_ROWS}
          where object.id = given.id and object.provider = given.provider and object.kind = given.kind`,
        [JSON.stringify(saved)],
      );
      if (written !== saved.length) throw new Error("An object was saved that is not there.");
    }
  }

  async #send(statement: string, values: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.#connection.query(statement, [...values]);
    return rowCount ?? 0;
  }
}

const GIVEN_ROWS =
  "jsonb_to_recordset($1::jsonb) as given (id text, provider text, kind text, body jsonb, at timestamptz)";

/** Several stand-ins may start at once. */
async function createTable(connections: pg.Pool): Promise<void> {
  const client = await connections.connect();
  try {
    const { rows } = await client.query("select to_regclass('sandbox.object') as name");
    if (rows[0]?.name) return;
    await client.query(`
      begin;
      select pg_advisory_xact_lock(${CREATE_LOCK});
      create schema if not exists sandbox;
      create table if not exists sandbox.object (
        id varchar(200) primary key,
        provider varchar(20) not null,
        kind varchar(50) not null,
        body jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index if not exists object_kind_index on sandbox.object (provider, kind, created_at);
      commit`);
  } finally {
    client.release();
  }
}
