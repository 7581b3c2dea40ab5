import type { Server } from "node:http";
import { networkOf } from "#server/access/limit-key.ts";
import { Ceiling } from "#server/core/ceiling.ts";

/** Open connections of one process: each costs some kilobytes, and the system allows a process some thousands. */
const CONNECTIONS = 2000;
/** For one address: an office of sixty with six each. */
const CONNECTIONS_OF_ADDRESS = 400;

interface ConnectionRules {
  /** Connections then come from a proxy, which limits each address itself. */
  trustProxy: boolean;
  most?: number;
  mostOfAddress?: number;
}

/**
 * Limits the connections of a server, in total and from one address; one more is closed at once. What never sends or
 * finishes a request goes after the server's timeouts. `server.maxConnections` would have other processes of the same
 * port offered what one refuses, over and over when all are full.
 */
export function limitConnections(
  server: Server,
  { trustProxy, most = CONNECTIONS, mostOfAddress = CONNECTIONS_OF_ADDRESS }: ConnectionRules,
): void {
  const all = new Ceiling("connections", most);
  const ofAddress = new Ceiling("connections of an address", trustProxy ? most : mostOfAddress);
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    if (!ofAddress.take(1, network)) return void socket.destroy();
    socket.once("close", () => ofAddress.giveBack(1, network));
    if (!all.take()) return void socket.destroy();
    socket.once("close", () => all.giveBack());
  });
}
