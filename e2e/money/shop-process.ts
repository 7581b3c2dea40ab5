import { MikroORM } from "@mikro-orm/postgresql";
import pg from "pg";
import { releaseLostConnections } from "#db/connections.ts";
import { Product } from "#db/entities/index.ts";
import { databaseConfig } from "#db/mikro-orm.config.ts";
import { Action } from "./action.ts";

let started = 0;

/** A process of the shop, as the database and the providers see it: with connections of its own, until it dies. */
export class ShopProcess {
  /** Identifies its connections in the database. */
  readonly name: string;
  readonly pool: pg.Pool;
  readonly died: Promise<void>;
  isDead = false;
  #tellDied: () => void = () => {};
  readonly #clients = new Set<pg.PoolClient>();

  constructor(options: pg.PoolConfig) {
    started += 1;
    this.name = `shop ${process.pid} ${started}`;
    this.pool = poolOf({ ...options, application_name: this.name });
    this.pool.on("connect", (client) => this.#clients.add(client));
    this.died = new Promise((resolve) => {
      this.#tellDied = resolve;
    });
  }

  /** Kills it at once: its work stops, and its connections break. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const client of this.#clients) void client.end().catch(() => undefined);
    this.#tellDied();
  }
}

function poolOf(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  releaseLostConnections(pool);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * The single ORM of this machine process, which the shop's processes and the stand-ins share: work of a shop's process
 * uses that process's connections, everything else the stand-ins'.
 */
export function makeSharedOrm(url: string): { orm: MikroORM; options: Promise<pg.PoolConfig> } {
  let resolveOptions: (options: pg.PoolConfig) => void = () => {};
  const options = new Promise<pg.PoolConfig>((resolve) => {
    resolveOptions = resolve;
  });
  const config = databaseConfig(url);
  const orm = new MikroORM({
    ...config,
    driverOptions: {
      ...config.driverOptions,
      onPoolCreated: (pool: pg.Pool) => {
        const shared = { ...pool.options, password: pool.options.password, max: 10, min: 0 };
        const standIns = poolOf({ ...shared, application_name: "stand-ins" });
        pool.connect = (async () => {
          const action = Action.current();
          if (!action) return standIns.connect();
          const client = await action.statement(() => action.process.pool.connect());
          return {
            processID: 1,
            query: (text: string, values: unknown[]) => action.statement(() => client.query(text, values)),
            release: () => client.release(),
          };
        }) as typeof pool.connect;
        const end = pool.end.bind(pool);
        pool.end = (async () => {
          await standIns.end();
          await end();
        }) as typeof pool.end;
        resolveOptions(shared);
      },
    },
  });
  Object.assign(globalThis, { shopOrm: { orm, url, entities: Product } });
  return { orm, options };
}
