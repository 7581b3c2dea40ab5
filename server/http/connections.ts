import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "#server/access/limit-key.ts";
import { Ceiling } from "#server/core/ceiling.ts";

/**
 * Open connections of one process: each costs some kilobytes, and the system allows a process some thousands. The
 * limit exceeds the number of requests that are handled at the same time (request-ceilings.ts), so that some
 * connection always only waits.
 */
const CONNECTIONS = 2000;
/** For one address: an office of sixty with six each. */
const CONNECTIONS_OF_ADDRESS = 400;

const RETRY_AFTER_SECONDS = 5;
const TOO_MANY_VISITORS = "The shop has too many visitors at this moment. Please try again in a moment.";
const REFUSAL = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: text/plain; charset=utf-8",
  `Content-Length: ${TOO_MANY_VISITORS.length}`,
  `Retry-After: ${RETRY_AFTER_SECONDS}`,
  "Connection: close",
  "",
  TOO_MANY_VISITORS,
].join("\r\n");

interface Connection {
  socket: Socket;
  network: string;
  /** The last request on the connection, until its response is sent. */
  exchange: { request: IncomingMessage; response: ServerResponse } | undefined;
}

interface ConnectionRules {
  /** Connections then come from a proxy, which limits each address itself. */
  trustProxy: boolean;
  most?: number;
  mostOfAddress?: number;
}

/**
 * Limits the connections of a server, in total and from one address. A new connection is accepted, and the one closes
 * that has waited longest for its client: for a request, for the rest of one, or for a response to be read. A request
 * that the shop is handling is never cut off.
 */
export function limitConnections(
  server: Server,
  { trustProxy, most = CONNECTIONS, mostOfAddress = CONNECTIONS_OF_ADDRESS }: ConnectionRules,
): void {
  const all = new Ceiling("connections", most);
  const ofAddress = new Ceiling("connections of an address", trustProxy ? most : mostOfAddress);
  /** The connection whose state is oldest comes first. */
  const open = new Map<Socket, Connection>();

  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const hasRoom = () => {
      if (!ofAddress.take(1, network)) return false;
      if (all.take()) return true;
      ofAddress.giveBack(1, network);
      return false;
    };
    if (!hasRoom()) {
      const isOnlyOfAddress = ofAddress.taken(network) >= ofAddress.most;
      close(longestWaiting(isOnlyOfAddress ? network : undefined));
      if (!hasRoom()) return void socket.destroy();
    }
    open.set(socket, { socket, network, exchange: undefined });
    socket.once("close", () => forget(socket));
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    note(request.socket, { request, response });
    response.once("close", () => note(request.socket, undefined));
  });

  function note(socket: Socket, exchange: Connection["exchange"]): void {
    const connection = open.get(socket);
    if (!connection) return;
    open.delete(socket);
    open.set(socket, { ...connection, exchange });
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (!connection) return;
    open.delete(socket);
    all.giveBack();
    ofAddress.giveBack(1, connection.network);
  }

  function longestWaiting(network: string | undefined): Connection | undefined {
    for (const connection of open.values()) {
      if (network !== undefined && connection.network !== network) continue;
      if (isWaiting(connection)) return connection;
    }
    return undefined;
  }

  function close(connection: Connection | undefined): void {
    if (!connection) return;
    const { socket, exchange } = connection;
    forget(socket);
    // A client in the middle of a request gets a response; to the others the connection was idle.
    if (exchange && !exchange.response.headersSent) socket.write(REFUSAL);
    socket.destroySoon();
  }
}

/** Whether the connection waits for its client: to send a request, the rest of one, or to read more of a response. */
function isWaiting({ socket, exchange }: Connection): boolean {
  if (!exchange?.request.complete) return true;
  return exchange.response.headersSent && socket.writableLength > 0;
}
