import { createServer } from "node:net";

/** A TCP port that nobody listens on now: `preferred` when that one is free, else any. */
export async function freePort(preferred = 0, host = "127.0.0.1"): Promise<number> {
  try {
    return await bindOnce(preferred, host);
  } catch (error) {
    if (preferred === 0) throw error;
    return bindOnce(0, host);
  }
}

/**
 * Binds and releases the port.
 * @throws the system's error, such as EADDRINUSE
 */
export function bindOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = address !== null && typeof address === "object" ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
