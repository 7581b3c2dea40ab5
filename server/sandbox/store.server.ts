import pg from "pg";
import { z } from "zod";

/*
 * The stand-ins' own table, `sandbox.object`, which nothing else writes: a provider's records (payments, refunds,
 * events) and its future work. It has a schema of its own in the shop's database, so that one backup holds both sides
 * of a payment at the same moment.
 */

/** An arbitrary lock number, shared by all stand-ins on one database. */
const CREATE_LOCK = 7_420_009;

const MOST_CONNECTIONS = 10;
/** Milliseconds: how long a request waits for a connection, and what PostgreSQL ends by itself; the names are pg's. */
const LIMITS = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** A stored object. */
interface Row {
  /** The provider's id, such as pi_… or cs_test_…. */
  id: string;
  provider: "stripe" | "paypal";
  kind: string;
  body: Record<string, unknown>;
}

const foundSchema = z.object({ body: z.unknown(), created_at: z.date() });

let pool: pg.Pool | undefined;

/** Connects to the database at this address, and creates the table when it is missing. */
export async function openStore(databaseUrl: string): Promise<void> {
  const opened = new pg.Pool({ connectionString: databaseUrl, max: MOST_CONNECTIONS, ...LIMITS });
  // A lost connection fails its user; nobody else needs to know.
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

/** Runs each statement of `work` by itself; changes that belong together need a transaction. */
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
 * The objects and statements of one piece of work. Inserts and saves are written together: before the next statement,
 * and at the latest when the transaction ends.
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

  /** `lock` locks the object until the transaction ends. */
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

  /** Writes an object at once, replacing the one with this id. */
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

  /** Returns the number of changed rows. */
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

/** The sandbox's future work, stored in the database so that a restart loses nothing. */
const taskNames = [
  "deliver_event",
  "deliver_paypal_event",
  "settle_payment",
  "settle_refund",
  "expire_session",
] as const;
export type TaskName = (typeof taskNames)[number];

const taskSchema = z.object({
  id: z.string(),
  name: z.enum(taskNames),
  /** The object it is about. */
  subject: z.string(),
  /** The number of attempts. */
  attempts: z.number().int(),
});

export type SandboxTask = z.infer<typeof taskSchema>;

/**
 * While a process works on a task, others leave it alone. The tasks of a killed process are free again after this
 * time.
 */
const LEASE_MILLISECONDS = 30_000;

/** Adds a task within the caller's transaction. `dueAt` in milliseconds since 1970. */
export function addTask(store: Store, name: TaskName, subject: string, dueAt: number = Date.now()): void {
  const body = { name, subject, attempts: 0, due: dueAt };
  store.insert({ id: `task_${name}_${subject}`, provider: "stripe", kind: "task", body });
}

/** Takes up to `count` due tasks, oldest first, and reserves them for a while. */
export async function claimDueTasks(store: Store, count: number): Promise<SandboxTask[]> {
  const now = Date.now();
  return store.query(
    taskSchema,
    `update sandbox.object
        set body = body || jsonb_build_object('due', $1::bigint, 'attempts', (body->>'attempts')::int + 1)
      where id in (
        select id from sandbox.object
         where provider = 'stripe' and kind = 'task' and (body->>'due')::bigint <= $2
         order by created_at, id limit $3 for update skip locked)
      returning id, body->>'name' as name, body->>'subject' as subject, (body->>'attempts')::int as attempts`,
    [now + LEASE_MILLISECONDS, now, count],
  );
}

/** When the next task is due, in milliseconds since 1970. */
export async function nextDueTime(store: Store): Promise<number | undefined> {
  const [row] = await store.query(
    z.object({ due: z.coerce.number().nullable() }),
    "select min((body->>'due')::bigint) as due from sandbox.object where provider = 'stripe' and kind = 'task'",
  );
  return row?.due ?? undefined;
}

/** Removes a finished task. */
export async function finishTask(store: Store, task: SandboxTask): Promise<void> {
  await store.run("delete from sandbox.object where id = $1 and kind = 'task'", [task.id]);
}

/** Reschedules a task for `dueAt`, in milliseconds since 1970. */
export async function postponeTask(store: Store, task: SandboxTask, dueAt: number): Promise<void> {
  await store.run(
    "update sandbox.object set body = body || jsonb_build_object('due', $2::bigint) where id = $1 and kind = 'task'",
    [task.id, dueAt],
  );
}

/** How many of these events still wait for delivery, by event id. */
export async function pendingDeliveries(store: Store, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await store.query(
    z.object({ id: z.string() }),
    "select id from sandbox.object where id = any($1) and kind = 'task'",
    [eventIds.map((id) => `task_deliver_event_${id}`)],
  );
  return new Set(rows.map((row) => row.id.replace(/^task_deliver_event_/, "")));
}
