import { Socket } from "node:net";
import pg from "pg";
import { parseHosts } from "./host-list.ts";
import { PrimaryWatch } from "./primary-watch.ts";

/** One for each address in the process. */
const watches = new Map<string, PrimaryWatch>();

/**
 * How to connect to a database address, as settings of `pg`'s Client and Pool. With several hosts each connection goes to
 * the one that is the primary at that moment, and is cut when another becomes it.
 */
export function connectionTo(url: string): { connectionString: string; Client?: typeof pg.Client } {
  const [first, ...others] = parseHosts(url)?.addresses ?? [url];
  if (others.length === 0) return { connectionString: first };
  return { connectionString: first, Client: clientOf(watchOf(url, [first, ...others])) };
}

/** A single connection to a database address; the caller connects and ends it. */
export function openClient(url: string, settings: pg.ClientConfig = {}): pg.Client {
  const { connectionString, Client = pg.Client } = connectionTo(url);
  return new Client({ ...settings, connectionString });
}

/** A pool of connections to a database address. A lost one is `lost`'s, and never ends the process. */
export function openPool(
  url: string,
  settings: pg.PoolConfig = {},
  lost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({ ...settings, ...connectionTo(url) });
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

/** The complete address of the one host that takes writes now. @throws Error when there is none for some seconds */
export async function primaryAddress(url: string): Promise<string> {
  const [first, ...others] = parseHosts(url)?.addresses ?? [url];
  if (others.length === 0) return first;
  return (await watchOf(url, [first, ...others]).find()).address;
}

/** Calls `follow` each time when another host has become the primary; never for one host. Returns how to stop. */
export function followPrimary(url: string, follow: () => void): () => void {
  const addresses = parseHosts(url)?.addresses ?? [url];
  return addresses.length > 1 ? watchOf(url, addresses).follow(follow) : () => undefined;
}

/** Ends the watching of hosts; the next connection begins it anew. */
export function closeWatches(): void {
  for (const watch of watches.values()) watch.close();
  watches.clear();
}

function watchOf(url: string, addresses: readonly string[]): PrimaryWatch {
  const watch = watches.get(url) ?? new PrimaryWatch(addresses);
  watches.set(url, watch);
  return watch;
}

/** `pg`'s client, which asks where to connect at the moment when it does. */
function clientOf(watch: PrimaryWatch): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    readonly #socket: Socket;

    constructor(settings?: string | pg.ClientConfig) {
      const socket = new Socket();
      const given = typeof settings === "string" ? { connectionString: settings } : settings;
      // A pool hides the password from what copies its settings.
      super({ ...given, password: given?.password, stream: () => socket });
      this.#socket = socket;
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connectToPrimary();
      if (!done) return connecting;
      const tell = done as (error?: Error) => void;
      connecting.then(
        () => process.nextTick(tell),
        (error) => process.nextTick(tell, error),
      );
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const closed = new AbortController();
      this.#socket.once("close", () => closed.abort());
      const host = await watch.find(closed.signal);
      // A pool that waited too long has given up this connection.
      if (this.#socket.destroyed) throw new Error("timeout exceeded when trying to connect");
      Object.assign(this, { host: host.hostname, port: host.port });
      try {
        await super.connect();
      } catch (error) {
        this.#socket.destroy();
        throw error;
      }
      watch.keep(host, this.#socket);
      return this;
    }
  };
}
