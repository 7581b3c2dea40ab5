import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { DatabaseStartError } from "#db/embedded/home.ts";
import { keepRunning, prepareSpareLog } from "#db/embedded/server-process.ts";
import {
  adminUrl,
  type ConnectionSettings,
  databaseUrl,
  freePort,
  readSettings,
  writeSettings,
} from "./embedded/connection-settings.ts";
import { createCluster, findBinaries } from "./embedded/create-cluster.ts";
import { findHome, type Home, makeHome } from "./embedded/home.ts";
import {
  findServer,
  PortTaken,
  releaseUsage,
  type ServerProcess,
  startServer,
  stopServer,
  takeUsage,
  untilReady,
} from "./embedded/server-process.ts";

export interface EmbeddedPostgres {
  /** The shop's database, as the role `shop` that owns it. */
  url: string;
  /** The superuser's connection, for tests that create databases. */
  adminUrl: string;
  port: number;
  /** Waits for open transactions to be rolled back and everything to be on disk. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Everything persistent is stored under this folder or, if necessary, in a folder that it points to. */
  dataDir: string;
  /** The port when it is free; otherwise, and by default, the port of the last start or any free one. */
  port?: number;
  /** For tests: data need not survive a power cut. */
  fast?: boolean;
  /** Restarts the server, on its port, when it ends by itself: for callers that do not check it. */
  restartsItself?: boolean;
  /** Called when a server's process was started and gets ready by itself. */
  onBegun?: (() => void) | undefined;
}

/** To connect and for one statement, in milliseconds. */
const PATIENCE = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 };

/**
 * Starts the PostgreSQL that npm installed, on loopback, with its data in `dataDir`; creates the cluster and the
 * shop's database on the first start. Takes over a server that a killed process left running.
 * @throws DatabaseStartError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = prepareHome(options.dataDir);
  try {
    const server = (await adoptServer(home)) ?? (await start(home, options));
    const settings = readSettings(home.folder);
    if (!settings.complete) await createDatabase(home, settings);
    if (options.restartsItself) await asAdmin(settings, prepareSpareLog);
    const release = options.restartsItself
      ? keepRunning(home, () => startAgain(home, server.port))
      : undefined;
    return {
      url: databaseUrl(settings),
      adminUrl: adminUrl(settings),
      port: server.port,
      stop: async () => {
        await release?.();
        await stopServer(home, findServer(home)?.pid ?? server.pid);
        releaseUsage(home.folder);
      },
    };
  } catch (error) {
    const server = findServer(home);
    if (server) await stopServer(home, server.pid);
    releaseUsage(home.folder);
    throw error;
  }
}

/**
 * A connection to the database of a data folder that others may be using: joins a running server and leaves it
 * running, starts a stopped one and stops it again. Undefined when the folder has no database.
 * @throws DatabaseStartError
 */
export async function joinEmbeddedPostgres(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, "url" | "stop"> | undefined> {
  const home = findHome(dataDir);
  if (!home) return undefined;
  const server = findServer(home);
  const runs = server !== undefined && (await untilReady(home, server.pid));
  if (runs) return { url: databaseUrl(readSettings(home.folder)), stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir });
}

/** Stops the server of a data folder, if one runs, and deletes its database, wherever it is stored. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  const home = findHome(dataDir);
  if (!home) return;
  const server = findServer(home);
  if (server) await stopServer(home, server.pid);
  rmSync(home.folder, { recursive: true, force: true });
}

/** The server that a killed process left behind, once it responds, with its real port. */
async function adoptServer(home: Home): Promise<ServerProcess | undefined> {
  const orphan = findServer(home);
  if (!orphan || !(await untilReady(home, orphan.pid))) return undefined;
  const server = findServer(home);
  if (server) rememberPort(home, server.port);
  return server;
}

async function start(home: Home, options: EmbeddedPostgresOptions): Promise<ServerProcess> {
  const binaries = findBinaries(home.user, home.folder);
  const made = clusterVersion(home);
  if (!made) await createCluster(home, binaries, { durable: !options.fast });
  else if (made !== binaries.major) {
    throw new DatabaseStartError(
      `The database in ${home.folder} was made by PostgreSQL ${made} and needs to be moved to PostgreSQL ${binaries.major} with pg_dump first.`,
    );
  }
  let preferred = options.port ?? readSettings(home.folder).port;
  for (;;) {
    const port = await freePort(preferred);
    rememberPort(home, port);
    try {
      return await startServer(home, binaries.postgres, {
        port,
        fast: options.fast ?? false,
        onBegun: options.onBegun,
      });
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error;
      preferred = 0;
    }
  }
}

/** Writes nothing of its own, since the disk may be full. */
function startAgain(home: Home, port: number): Promise<ServerProcess> {
  const { postgres } = findBinaries(home.user, home.folder);
  return startServer(home, postgres, { port, fast: false });
}

/** Makes the role `shop` the owner of a database; an interrupted start may have done any of the steps. */
async function createDatabase(home: Home, settings: ConnectionSettings): Promise<void> {
  await asAdmin(settings, async (client) => {
    const role = await client.query("select 1 from pg_roles where rolname = 'shop'");
    if (role.rowCount === 0) await client.query(`create role shop login password '${settings.password}'`);
    const database = await client.query("select 1 from pg_database where datname = 'shop'");
    if (database.rowCount === 0) await client.query("create database shop owner shop");
  });
  writeSettings(home.folder, { ...settings, complete: true });
}

async function asAdmin(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(settings), ...PATIENCE });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function rememberPort(home: Home, port: number): void {
  const settings = readSettings(home.folder);
  if (settings.port !== port) writeSettings(home.folder, { ...settings, port });
}

function clusterVersion(home: Home): string | undefined {
  try {
    return readFileSync(path.join(home.cluster, "PG_VERSION"), "utf8").trim();
  } catch {
    return undefined;
  }
}

function prepareHome(dataDir: string): Home {
  try {
    const home = findHome(dataDir) ?? makeHome(dataDir);
    takeUsage(home.folder, dataDir);
    return home;
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(`The data folder ${dataDir} cannot be used: ${reason}.`);
  }
}
