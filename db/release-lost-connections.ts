import type { Pool, PoolClient } from "pg";

/**
 * Gives the place of a connection that the server cut back to the pool, also when its holder never does: kysely ends a
 * transaction by a statement and releases the connection after it, which on a dead connection fails. Each transaction
 * that a restart of PostgreSQL cuts off would take one place for good, until no request got a connection any more.
 */
export function releaseLostConnections(pool: Pool): void {
  const acquired = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => acquired.add(client));
  pool.on("release", (_error, client) => acquired.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      if (!acquired.has(client)) return;
      const release = client.release.bind(client);
      // For the holder that does release it: later, and not twice.
      client.release = () => undefined;
      release(new Error("The connection to the database was lost."));
    });
  });
}
