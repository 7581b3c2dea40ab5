import pg from "pg";
import { HeldObjects } from "./held-objects.server.ts";
import { NO_LONGER_ALONE, Presence } from "./presence.server.ts";
import {
  DatabaseSource,
  isContradiction,
  isNotThere,
  MemorySource,
  NeedsDatabase,
  type Source,
  Store,
  writeChanges,
} from "./store.server.ts";
import { type WriteBatch, WriteBatches } from "./write-batches.server.ts";

/*
 * While these stand-ins are the only ones on their database, they work in memory: transactions come one after the
 * other, each is answered when the batch with its changes is durable, and the database is read only for what is not
 * remembered. Whatever needs a statement of its own, and everything while others work on the same objects, is done in
 * transactions of PostgreSQL's (decision 058).
 */

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

let opened: OpenedStore | undefined;

/** Connects to the database at this address, and creates the table when it is missing. */
export async function openStore(databaseUrl: string): Promise<void> {
  const store = new OpenedStore(databaseUrl);
  try {
    await store.open();
  } catch (error) {
    await store.close();
    throw error;
  }
  const before = opened;
  opened = store;
  await before?.close();
}

export async function closeStore(): Promise<void> {
  const store = opened;
  opened = undefined;
  await store?.close();
}

/** Runs each statement of `work` by itself; changes that belong together need a transaction. */
export function withoutTransaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  return openedStore().read(work);
}

/**
 * Resolves once everything that `work` changed, and everything that it saw of others, is durable. May run `work` twice.
 */
export function inTransaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  return openedStore().transact(work);
}

/** Whether a transaction of this process has claimed this name and has not ended. */
export function isClaimed(name: string): boolean {
  return openedStore().claimed.has(name);
}

/** Reads everything anew: somebody else may have changed it. */
export function forgetObjects(): void {
  opened?.forget();
}

function openedStore(): OpenedStore {
  if (!opened) throw new Error("The stand-ins are not running.");
  return opened;
}

/** How work in memory ended, before what it saw and changed is durable. */
type Ending<Result> = { batches: WriteBatch[] } & ({ result: Result; store: Store } | { error: unknown });

class OpenedStore {
  /** The names that transactions have now. */
  readonly claimed = new Map<string, symbol>();
  readonly #pool: pg.Pool;
  readonly #presence: Presence;
  readonly #held = new HeldObjects();
  readonly #batches: WriteBatches;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(databaseUrl: string) {
    const config = { connectionString: databaseUrl, ...LIMITS };
    this.#pool = new pg.Pool({ ...config, max: MOST_CONNECTIONS });
    // A lost connection fails its user; nobody else needs to know.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
    this.#presence = new Presence(config, {
      exclusively: (work) =>
        this.#inTurn(async () => {
          await this.#batches.drained();
          return work();
        }),
      changed: () => this.forget(),
      lost: () => {
        this.#held.forgetAll();
        this.#batches.abandon(new Error(NO_LONGER_ALONE));
      },
    });
    this.#batches = new WriteBatches(
      async (changes) => writeChanges(this.#presence.aloneConnection, changes),
      () => this.#held.forgetAll(),
    );
  }

  async open(): Promise<void> {
    await createTable(this.#pool);
    await this.#presence.connection();
  }

  async close(): Promise<void> {
    await this.#inTurn(() => this.#batches.drained());
    await this.#presence.close();
    await this.#pool.end();
  }

  forget(): void {
    this.#held.forgetStored();
  }

  async read<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const database = new DatabaseSource(this.#pool, { isTransaction: false });
    const memory = new MemorySource(this.#held, database, { isTransaction: false });
    const store = new Store(this.#presence.isAlone ? memory : database);
    let ending: Ending<Result>;
    try {
      ending = { batches: [], store, result: await work(store) };
      if (store.hasUnwritten) throw new Error("Objects are only written in a transaction.");
    } catch (error) {
      ending = { batches: [], error };
    }
    if (store.touched === "unknown") this.forget();
    if (memory.seen.size > 0 && !(await areDurable([...memory.seen]))) return this.read(work);
    if ("error" in ending) throw ending.error;
    return ending.result;
  }

  async transact<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const claimant = Symbol("transaction");
    try {
      const ending = await this.#inTurn(() => this.#workInMemory(work, claimant));
      if (ending && (await areDurable(ending.batches))) {
        if ("error" in ending) throw ending.error;
        ending.store.end();
        return ending.result;
      }
      return await this.#inTurn(() => this.#workInDatabase(work, claimant));
    } finally {
      for (const [name, by] of this.claimed) if (by === claimant) this.claimed.delete(name);
    }
  }

  /** undefined: it must be done in the database. */
  async #workInMemory<Result>(
    work: (store: Store) => Promise<Result>,
    claimant: symbol,
  ): Promise<Ending<Result> | undefined> {
    await this.#presence.connection();
    if (!this.#presence.isAlone) return undefined;
    const { losses } = this.#held;
    const database = new DatabaseSource(this.#pool, { isTransaction: false });
    const source = new MemorySource(this.#held, database, { isTransaction: true });
    const store = new Store(this.#withClaims(source, claimant));
    try {
      const result = await work(store);
      if (this.#held.losses !== losses || !this.#isConsistent(store, source)) return undefined;
      const batches = [...source.seen];
      if (store.hasUnwritten) batches.push(this.#commit(store));
      return { batches, store, result };
    } catch (error) {
      // It may have failed for what it took for new.
      if (error instanceof NeedsDatabase || source.guessed.size > 0) return undefined;
      if (this.#held.losses !== losses) return undefined;
      return { batches: [...source.seen], error };
    }
  }

  /** Whether it inserted what it took for new, and saves only what is held. */
  #isConsistent({ changes }: Store, { guessed }: MemorySource): boolean {
    return (
      [...guessed].every((id) => changes.get(id)?.how === "insert") &&
      [...changes.values()].every(({ how, id }) => how !== "save" || this.#held.get(id))
    );
  }

  #commit({ changes }: Store): WriteBatch {
    const batch = this.#batches.add(changes);
    for (const { how, id, provider, kind, body, at } of changes.values()) {
      // Tasks are found by statements alone.
      if (kind === "task") continue;
      const createdAt = (how === "save" && this.#held.get(id)?.createdAt) || at;
      this.#held.hold(id, { provider, kind, body, createdAt, batch });
    }
    return batch;
  }

  async #workInDatabase<Result>(work: (store: Store) => Promise<Result>, claimant: symbol): Promise<Result> {
    await this.#batches.drained();
    const client = await this.#presence.connection();
    const source = new DatabaseSource(client, { isTransaction: true });
    const store = new Store(this.#withClaims(source, claimant));
    try {
      await client.query("begin");
      const result = await work(store);
      await store.flush();
      await client.query("commit");
      store.end();
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => client.end().catch(() => undefined));
      if (isNotThere(error)) throw new Error("An object was saved that is not there.", { cause: error });
      throw error;
    } finally {
      if (store.touched === "unknown") this.forget();
      else this.#held.forget(store.touched);
    }
  }

  /** One transaction of this process has a name; the source says whether another process has it. */
  #withClaims(source: Source, claimant: symbol): Source {
    const claim: Source["claim"] = async (name, options) => {
      const by = this.claimed.get(name);
      if (by !== undefined && by !== claimant && !options.isPatient) return false;
      if (!(await source.claim(name, options))) return false;
      this.claimed.set(name, claimant);
      return true;
    };
    return {
      find: (id, options) => source.find(id, options),
      send: (statement, values) => source.send(statement, values),
      claim,
      ...(source.write ? { write: source.write } : {}),
    };
  }

  /** One after the other. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** false where the database contradicts what was believed. @throws what kept it from writing */
async function areDurable(batches: readonly WriteBatch[]): Promise<boolean> {
  try {
    for (const batch of batches) await batch.done;
    return true;
  } catch (error) {
    if (isContradiction(error)) return false;
    throw error;
  }
}

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
