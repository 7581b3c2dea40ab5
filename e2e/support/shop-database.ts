import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { within } from "./web-process.ts";

const SERVER_LIMIT_MS = 60_000;
/** For a statement, and for a connection. */
const ANSWER_LIMIT_MS = 30_000;

export type Row = Record<string, unknown>;

/** A run's database as anyone who asks about the books sees it. */
export type AskedDatabase = Pick<ShopDatabase, "url" | "query" | "count">;

/** The run's own PostgreSQL, and the test's connection to it. */
export class ShopDatabase {
  readonly #dataDir: string;
  #server: EmbeddedPostgres | undefined;
  #pool: pg.Pool | undefined;
  #over = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get url(): string {
    if (!this.#server) throw new Error("The database is not running.");
    return this.#server.url;
  }

  /** On the port of the last start, so that the shop finds it again. */
  async start(): Promise<void> {
    if (this.#over) throw new Error("The run is over.");
    const starting = startEmbeddedPostgres({ dataDir: this.#dataDir });
    this.#server = await within(SERVER_LIMIT_MS, "PostgreSQL to start", starting);
    this.#pool = new pg.Pool({ ...limitedConnection(this.#server.url), max: 5 });
    this.#pool.on("error", () => undefined);
  }

  /** PostgreSQL's "fast" stop: what runs is rolled back, connections are cut. */
  async stop(): Promise<void> {
    const [pool, server] = [this.#pool, this.#server];
    this.#pool = undefined;
    if (pool) await within(ANSWER_LIMIT_MS, "the harness's own connections to close", pool.end());
    if (server) await within(SERVER_LIMIT_MS, "PostgreSQL to stop", server.stop());
  }

  /** The final stop: no start succeeds afterwards, whatever is running. */
  async close(): Promise<void> {
    this.#over = true;
    await this.stop();
  }

  async query(statement: string, values: unknown[] = []): Promise<Row[]> {
    if (!this.#pool) throw new Error("The database is not running.");
    return (await this.#pool.query<Row>(statement, values)).rows;
  }

  /** The first column of the only row, as a number. */
  async count(statement: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.query(statement, values);
    return Number(Object.values(row ?? {})[0]);
  }

  /** A connection of its own, for what must outlive single statements; the caller ends it. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client(limitedConnection(this.url));
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }
}

function limitedConnection(connectionString: string): pg.ClientConfig {
  return { connectionString, connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
}
