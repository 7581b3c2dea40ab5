import type { Pool, PoolClient } from "pg";

/**
 * Returns the place of a connection that the server closed to the pool, also when its holder never does: kysely ends a
 * transaction by a statement and then releases the connection, which fails on a dead one. Each transaction that a
 * restart of PostgreSQL interrupts would take one place for good, until no request got a connection.
 */
export function releaseLostConnections(pool: Pool): void {
  const acquired = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => acquired.add(client));
  pool.on("release", (_error, client) => acquired.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      if (!acquired.has(client)) return;
      const release = client.release.bind(client);
      // The holder may still release it: later, and not twice.
      client.release = () => undefined;
      release(new Error("The connection to the database was lost."));
    });
  });
}
