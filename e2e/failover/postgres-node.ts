import { copyFile, lchown, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { type Binaries, findBinaries } from "#db/embedded/binaries.ts";
import {
  adminUrl,
  type ConnectionSettings,
  databaseUrl,
  readSettings,
  writeSettings,
} from "#db/embedded/connection-settings.ts";
import { createCluster } from "#db/embedded/create-cluster.ts";
import { freePort } from "#db/embedded/free-port.ts";
import { type Home, makeHome } from "#db/embedded/home.ts";
import { findServer, startServer, stopServer } from "#db/embedded/server-process.ts";
import { withDatabase } from "#server/testing/database.ts";

/** What every node has: it may become a primary, and a standby may be made of it while it works. */
const SETTINGS = ["wal_keep_size = '512MB'", "wal_receiver_timeout = '5s'", "wal_sender_timeout = '5s'"];
/** What a copy of a running cluster leaves out; the log comes by streaming. */
const NOT_COPIED = /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp|pg_notify)\/.+)$/;

/** Where a standby gets the log from, if that is not where its primary listens. */
interface StandbyOptions {
  /** The port of something in between. */
  throughPort?: number;
}

/**
 * A PostgreSQL of a test's own that streams to others or from one: the embedded binaries bring neither pg_basebackup nor
 * pg_rewind, so that a standby is made by the low-level backup API.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export class PostgresNode {
  /** Its name as a standby. */
  readonly name: string;
  readonly port: number;
  readonly #home: Home;
  readonly #binaries: Binaries;

  private constructor(name: string, port: number, home: Home) {
    this.name = name;
    this.port = port;
    this.#home = home;
    this.#binaries = findBinaries(home.user, home.folder);
  }

  /** A primary with an empty database `shop`, started. `folder` is a throwaway one. */
  static async primary(folder: string, name: string): Promise<PostgresNode> {
    const node = new PostgresNode(name, await freePort(), makeHome(path.join(folder, name)));
    await createCluster(node.#home, node.#binaries, { durable: false });
    const settings = { ...readSettings(node.#home.folder), port: node.port };
    writeSettings(node.#home.folder, settings);
    await node.#configure([]);
    await node.start();
    await node.asAdmin(`create role shop login password '${settings.password}'`);
    await node.asAdmin("create database shop owner shop");
    return node;
  }

  /** A standby of a running primary, started and streaming. */
  static async standbyOf(
    primary: PostgresNode,
    folder: string,
    name: string,
    options: StandbyOptions = {},
  ): Promise<PostgresNode> {
    const node = new PostgresNode(name, await freePort(), makeHome(path.join(folder, name)));
    await node.follow(primary, options);
    return node;
  }

  /** As the owner of the database `shop`. */
  get url(): string {
    return databaseUrl(this.#settings);
  }

  get #settings(): ConnectionSettings {
    return { ...readSettings(this.#home.folder), port: this.port };
  }

  /** Begins anew as a standby of this primary, whatever it was before. */
  async follow(primary: PostgresNode, { throughPort }: StandbyOptions = {}): Promise<void> {
    await this.stop();
    await rm(this.#home.cluster, { recursive: true, force: true });
    writeSettings(this.#home.folder, { ...primary.#settings, port: this.port });
    const client = await primary.#connect();
    try {
      await client.query("select pg_backup_start($1, fast => true)", [this.name]);
      await this.#copyCluster(primary.#home.cluster);
      const { rows } = await client.query(
        "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
      );
      await this.#write("backup_label", String(rows[0]?.label));
    } finally {
      await client.end();
    }
    await this.#write("standby.signal", "");
    const from = [
      `host=127.0.0.1 port=${throughPort ?? primary.port} user=postgres`,
      `password=${primary.#settings.adminPassword} application_name=${this.name} connect_timeout=2`,
    ].join(" ");
    await this.#configure([`primary_conninfo = '${from}'`, "wal_retrieve_retry_interval = '500ms'"]);
    await this.start();
  }

  /** From now on no transaction is acknowledged before this standby has it on its disk. */
  async waitFor(standby: PostgresNode): Promise<void> {
    await this.asAdmin(`alter system set synchronous_standby_names = '${standby.name}'`);
    await this.asAdmin("select pg_reload_conf()");
    const isSynchronous =
      "select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
    for (;;) if ((await this.asAdmin(isSynchronous)).length > 0) return;
  }

  async start(): Promise<void> {
    await startServer(this.#home, this.#binaries.postgres, { port: this.port, fast: false });
  }

  /** Ends it in order; nothing where it does not run. */
  async stop(): Promise<void> {
    const server = findServer(this.#home);
    if (server) await stopServer(this.#home, server.pid);
  }

  /** kill -9: its connections break, and nothing is finished. */
  kill(): void {
    const server = findServer(this.#home);
    if (server) process.kill(server.pid, "SIGKILL");
  }

  /** Makes a primary of a standby; resolves once it takes writes. */
  async promote(): Promise<void> {
    await this.asAdmin("select pg_promote(true, 60)");
  }

  /** Runs one statement as the superuser. */
  async asAdmin(statement: string, database = "postgres"): Promise<Record<string, unknown>[]> {
    const client = await this.#connect(database);
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async #connect(database = "postgres"): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: withDatabase(adminUrl(this.#settings), database),
      connectionTimeoutMillis: 10_000,
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  /** Replaces what `alter system` has left. */
  async #configure(lines: readonly string[]): Promise<void> {
    await this.#write("postgresql.auto.conf", `${[...SETTINGS, ...lines].join("\n")}\n`);
  }

  /** A running server deletes files while they are copied: those are the log's business. */
  async #copyCluster(from: string): Promise<void> {
    const { cluster } = this.#home;
    await mkdir(cluster, { mode: 0o700 });
    await this.#own(cluster);
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const source = path.join(entry.parentPath, entry.name);
      const place = path.relative(from, source);
      if (NOT_COPIED.test(place) || entry.name === "pg_internal.init") continue;
      const target = path.join(cluster, place);
      try {
        if (entry.isDirectory()) await mkdir(target, { mode: 0o700, recursive: true });
        else await copyFile(source, target);
        await this.#own(target);
      } catch (error) {
        if ((await stat(source).catch(() => undefined)) !== undefined) throw error;
      }
    }
  }

  async #write(file: string, text: string): Promise<void> {
    const target = path.join(this.#home.cluster, file);
    await writeFile(target, text, { mode: 0o600 });
    await this.#own(target);
  }

  async #own(target: string): Promise<void> {
    const { user } = this.#home;
    if (user) await lchown(target, user.uid, user.gid);
  }
}
