import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded-postgres.ts";

export type Row = Record<string, unknown>;

/** The run's own PostgreSQL, and the harness's way into it. */
export class FaultDatabase {
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
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir });
    this.#pool = new pg.Pool({ connectionString: this.#server.url, max: 3 });
    this.#pool.on("error", () => undefined);
  }

  /** PostgreSQL's "fast" stop: what runs is rolled back, connections are cut. */
  async stop(): Promise<void> {
    const [pool, server] = [this.#pool, this.#server];
    this.#pool = undefined;
    await pool?.end();
    await server?.stop();
  }

  /** The last stop: no start after it succeeds, whatever was going on. */
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
    const client = new pg.Client({ connectionString: this.url });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }
}
