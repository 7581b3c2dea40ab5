import pg from "pg";

/** A pool of connections to a database address. A lost one is `lost`'s, and never ends the process. */
export function openPool(
  connectionString: string,
  settings: pg.PoolConfig = {},
  lost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({ ...settings, connectionString });
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}
