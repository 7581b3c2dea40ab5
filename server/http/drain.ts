import type { Server } from "node:http";

/**
 * Takes no new connections and resolves when every answer that was begun is sent, at the latest after `capMs`
 * milliseconds, when what is left is cut off.
 */
export async function drain(server: Server, capMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was answering stays open for the next request, which will not come.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cap = setTimeout(() => server.closeAllConnections(), capMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cap);
}
