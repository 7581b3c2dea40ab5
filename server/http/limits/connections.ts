import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Ceiling } from "#server/core/ceiling.ts";
import { networkOf } from "./limit-key.ts";

/**
 * Open connections of one process: each costs some kilobytes, and a system gives a process some thousands. More than
 * the requests that are worked on at the same time (request-ceilings.ts), so that there is always one that only waits.
 */
const CONNECTIONS = 2000;
/** Of one address: an office of sixty with six each. */
const CONNECTIONS_OF_ADDRESS = 400;

const RETRY_AFTER_SECONDS = 5;
const WORDS = "The shop has too many visitors at this moment. Please try again in a moment.";
const REFUSAL = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: text/plain; charset=utf-8",
  `Content-Length: ${WORDS.length}`,
  `Retry-After: ${RETRY_AFTER_SECONDS}`,
  "Connection: close",
  "",
  WORDS,
].join("\r\n");

interface Connection {
  socket: Socket;
  network: string;
  /** The last request on it, until its answer is sent. */
  exchange: { request: IncomingMessage; response: ServerResponse } | undefined;
}

interface ConnectionRules {
  /** Connections then come from a proxy, which counts those of each address itself. */
  trustProxy: boolean;
  most?: number;
  mostOfAddress?: number;
}

/**
 * Keeps the connections of a server within bounds, in all and from one address. Who comes is let in, and the connection
 * goes that has waited longest for its client: for a request, for the rest of one, or for an answer to be fetched. What
 * the shop itself is working on is never cut off.
 */
export function limitConnections(
  server: Server,
  { trustProxy, most = CONNECTIONS, mostOfAddress = CONNECTIONS_OF_ADDRESS }: ConnectionRules,
): void {
  const all = new Ceiling("connections", most);
  const ofAddress = new Ceiling("connections of an address", trustProxy ? most : mostOfAddress);
  /** The one that has been as it is for longest comes first. */
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
    // Whoever was in the middle of a request is told; to the others it is a connection that was not used.
    if (exchange && !exchange.response.headersSent) socket.write(REFUSAL);
    socket.destroySoon();
  }
}

/** Whether it is the client's turn: to ask, to send the rest of a request, or to fetch more of an answer. */
function isWaiting({ socket, exchange }: Connection): boolean {
  if (!exchange?.request.complete) return true;
  return exchange.response.headersSent && socket.writableLength > 0;
}
