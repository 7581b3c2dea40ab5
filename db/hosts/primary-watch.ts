import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { log } from "#server/core/log.ts";

/** The pause between two looks at a host. */
const LOOK_MS = 1000;
/** How long a host may take to answer a look. */
const ANSWER_MS = 2000;
/** How long somebody who needs the primary waits for one to appear, before the shop answers 503. */
const WAIT_MS = 3000;

/** One of the servers that a database address names. */
export interface Host {
  /** Its complete address. */
  address: string;
  hostname: string;
  port: number;
}

/**
 * What a look at a host showed. `away`: nobody listens there. `silent`: it did not answer in time, which a busy server
 * may do as well as one that is cut off, so that it stays the primary until another is.
 */
type Sight = { kind: "primary"; timeline: number } | { kind: "standby" | "away" | "silent" };

/** A timeline begins with each promotion; a file of the log is named after the one that it belongs to. */
const LOOK = `select case when pg_is_in_recovery() then null
  else substring(pg_walfile_name(pg_current_wal_insert_lsn()) for 8) end as timeline`;
const lookSchema = z.object({ timeline: z.string().nullable() });

/**
 * Knows which of several hosts is the primary, and cuts every connection to one that no longer is
 * (docs/decisions/052-several-database-hosts.md). Where two say that they are, as after a promotion behind a cut
 * network, it is the one on the higher timeline; a timeline once seen is never gone back from.
 */
export class PrimaryWatch {
  readonly #hosts: readonly Host[];
  readonly #sights = new Map<Host, Sight>();
  readonly #sockets = new Map<Host, Set<Socket>>();
  readonly #lookers = new Set<Socket>();
  readonly #ending = new AbortController();
  readonly #followers = new Set<() => void>();
  #waiting = new Set<(host: Host) => void>();
  #primary: Host | undefined;
  /** The last primary that was known. */
  #last: Host | undefined;
  #timeline = 0;

  constructor(addresses: readonly string[]) {
    this.#hosts = addresses.map((address) => {
      const { hostname, port } = new URL(address);
      return { address, hostname: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432) };
    });
    for (const host of this.#hosts) void this.#watch(host);
  }

  /**
   * The primary, as soon as one is known.
   * @throws Error when there is none for some seconds, or `signal` is aborted
   */
  async find(signal?: AbortSignal): Promise<Host> {
    if (this.#primary) return this.#primary;
    let found = (_: Host) => {};
    const giveUp = new AbortController();
    try {
      const appeared = new Promise<Host>((resolve) => {
        found = resolve;
        this.#waiting.add(found);
      });
      const reasons = [giveUp.signal, this.#ending.signal, ...(signal ? [signal] : [])];
      const late = wait(WAIT_MS, undefined, { signal: AbortSignal.any(reasons) }).catch(() => undefined);
      const host = await Promise.race([appeared, late]);
      if (host) return host;
      // The words of `pg` for a server that does not answer, which make the page a 503.
      throw new Error("timeout exceeded when trying to connect: none of the database's hosts takes writes");
    } finally {
      this.#waiting.delete(found);
      giveUp.abort();
    }
  }

  /** Cuts this connection when its host is no longer the primary. */
  keep(host: Host, socket: Socket): void {
    if (host !== this.#primary) {
      socket.destroy();
      return;
    }
    const sockets = this.#sockets.get(host) ?? new Set();
    this.#sockets.set(host, sockets.add(socket));
    socket.once("close", () => sockets.delete(socket));
  }

  /** Calls `follow` each time when another host has become the primary. Returns how to stop. */
  follow(follow: () => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  close(): void {
    this.#ending.abort();
    for (const socket of this.#lookers) socket.destroy();
  }

  /** Looks at one host, over one connection for as long as it lasts, and keeps no process alive. */
  async #watch(host: Host): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const socket = new Socket();
      const client = new pg.Client({
        connectionString: host.address,
        stream: () => socket,
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
        application_name: "shop: which host is the primary",
      });
      client.on("error", () => undefined);
      try {
        this.#lookers.add(socket);
        await client.connect();
        socket.unref();
        const lost = new AbortController();
        socket.once("close", () => lost.abort());
        while (!this.#ending.signal.aborted) {
          this.#see(host, sightOf((await client.query(LOOK)).rows[0]));
          // A server that ends is noticed at once.
          await this.#pause(lost.signal);
        }
      } catch (error) {
        this.#see(host, { kind: isLate(error) ? "silent" : "away" });
        await this.#pause();
      } finally {
        this.#lookers.delete(socket);
        socket.destroy();
      }
    }
  }

  async #pause(...over: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any([this.#ending.signal, ...over]);
    await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }

  #see(host: Host, sight: Sight): void {
    if (this.#ending.signal.aborted) return;
    this.#sights.set(host, sight);
    const now = this.#choose();
    this.#primary = now;
    if (!now) return;
    for (const found of this.#waiting) found(now);
    this.#waiting = new Set();
    for (const other of this.#hosts) if (other !== now) this.#cut(other);
    if (now === this.#last) return;
    this.#last = now;
    const { hostname, port } = now;
    log("info", "this host of the database is the primary", { hostname, port, timeline: this.#timeline });
    for (const follow of this.#followers) follow();
  }

  /** The primary of the highest timeline; the one before where it only did not answer in time and no other does. */
  #choose(): Host | undefined {
    const before = this.#primary;
    const answering = this.#hosts.filter((host) => {
      const sight = this.#sights.get(host);
      if (sight?.kind !== "primary") return false;
      this.#timeline = Math.max(this.#timeline, sight.timeline);
      return true;
    });
    const newest = answering.filter((host) => {
      const sight = this.#sights.get(host);
      return sight?.kind === "primary" && sight.timeline === this.#timeline;
    });
    const isSilent = before !== undefined && this.#sights.get(before)?.kind === "silent";
    // Two on one timeline were not made by a promotion; the one in use stays in use.
    return newest.find((host) => host === before) ?? newest[0] ?? (isSilent ? before : undefined);
  }

  #cut(host: Host): void {
    const sockets = this.#sockets.get(host);
    if (!sockets?.size) return;
    const { hostname, port } = host;
    log("warn", "connections to a host that is not the primary are cut", {
      hostname,
      port,
      count: sockets.size,
    });
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
}

function sightOf(row: unknown): Sight {
  const { timeline } = lookSchema.parse(row);
  return timeline === null
    ? { kind: "standby" }
    : { kind: "primary", timeline: Number.parseInt(timeline, 16) };
}

/** Whether nothing came in time, rather than a refusal. */
function isLate(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}
