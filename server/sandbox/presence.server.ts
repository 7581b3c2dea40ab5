import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** An arbitrary lock number, shared by all stand-ins on one database. */
const PRESENCE_LOCK = 7_420_010;
/** Where stand-ins, and whoever else writes their objects, tell of it: "arrived", or anything else for a change. */
const CHANNEL = "sandbox_objects";

const ARRIVAL_PAUSE_MS = 500;
/** After so many pauses whoever does not make room is taken for dead. */
const MOST_PAUSES = 6;
/** In the words of `pg`: a request that fails by it is worth a retry. */
export const NO_LONGER_ALONE = "Connection terminated: others may write";
/** How often those who are several look whether the others have gone. */
const LOOK_MS = 5000;

interface Handlers {
  /** Runs this while no transaction does. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Somebody else has changed objects. */
  changed(): void;
  /** Others may write from now on. */
  lost(): void;
}

/**
 * Who else works on the objects of this database. Each process writes through one connection, which holds a lock as long
 * as it lives: alone, an exclusive one, and then what the process remembers of an object is true; beside others, a
 * shared one. A process that arrives asks the one that is alone to share, and ends its connection if it does not answer.
 */
export class Presence {
  readonly #config: pg.ClientConfig;
  readonly #handlers: Handlers;
  #client: pg.Client | undefined;
  #opening: Promise<pg.Client> | undefined;
  #isAlone = false;
  #isClosed = false;
  #look: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig, handlers: Handlers) {
    this.#config = config;
    this.#handlers = handlers;
  }

  /** Nobody else reads or writes the objects. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** @throws unless it is alone */
  get aloneConnection(): pg.Client {
    if (this.#client && this.#isAlone) return this.#client;
    throw new Error(NO_LONGER_ALONE);
  }

  /**
   * The connection for everything that is written. @throws pg's errors while the database is away
   */
  async connection(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    const client = this.#client;
    this.#lose(client);
    await client?.end();
  }

  async #open(): Promise<pg.Client> {
    if (this.#isClosed) throw new Error("The stand-ins are not running.");
    const client = new pg.Client(this.#config);
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    try {
      await client.connect();
      client.on("notification", ({ processId, payload }) => {
        if (processId !== Reflect.get(client, "processID")) this.#hear(client, payload);
      });
      await client.query(`listen ${CHANNEL}`);
      const isAlone = (await tryAlone(client)) || (await arrive(client));
      this.#client = client;
      this.#isAlone = isAlone;
      this.#look = setInterval(() => void this.#lookAround(client), LOOK_MS).unref();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #lose(client: pg.Client | undefined): void {
    if (!client || this.#client !== client) return;
    clearInterval(this.#look);
    this.#client = undefined;
    this.#isAlone = false;
    this.#handlers.lost();
  }

  #hear(client: pg.Client, payload: string | undefined): void {
    if (payload !== "arrived") this.#handlers.changed();
    else if (this.#client === client && this.#isAlone) void this.#share(client);
  }

  #share(client: pg.Client): Promise<void> {
    return this.#handlers.exclusively(async () => {
      if (this.#client !== client || !this.#isAlone) return;
      this.#isAlone = false;
      this.#handlers.lost();
      try {
        await client.query("select pg_advisory_lock_shared($1)", [PRESENCE_LOCK]);
        await client.query("select pg_advisory_unlock($1)", [PRESENCE_LOCK]);
      } catch {
        // Without the connection there is no lock either.
        await client.end().catch(() => undefined);
      }
    });
  }

  async #lookAround(client: pg.Client): Promise<void> {
    if (this.#isAlone) return;
    await this.#handlers.exclusively(async () => {
      if (this.#client !== client || this.#isAlone) return;
      this.#isAlone = await becomeAlone(client).catch(() => false);
    });
  }
}

async function tryAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    PRESENCE_LOCK,
  ]);
  return rows[0]?.got === true;
}

/** With the shared lock: exchanges it for the exclusive one where nobody else is there. */
async function becomeAlone(client: pg.Client): Promise<boolean> {
  if (!(await tryAlone(client))) return false;
  await client.query("select pg_advisory_unlock_shared($1)", [PRESENCE_LOCK]);
  return true;
}

/** Takes the shared lock as soon as whoever is alone makes room. Resolves with whether nobody was there after all. */
async function arrive(client: pg.Client): Promise<boolean> {
  for (let pauses = 0; ; pauses += 1) {
    await client.query("select pg_notify($1, 'arrived')", [CHANNEL]);
    if (await trySharedFor(client, ARRIVAL_PAUSE_MS)) return becomeAlone(client);
    if (pauses >= MOST_PAUSES) await endWhoeverIsAlone(client);
  }
}

async function trySharedFor(client: pg.Client, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; ; await wait(5)) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock_shared($1) as got", [
      PRESENCE_LOCK,
    ]);
    if (rows[0]?.got === true) return true;
    if (performance.now() > end) return false;
  }
}

async function endWhoeverIsAlone(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
        and mode = 'ExclusiveLock' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`,
    [PRESENCE_LOCK],
  );
}
