import http from "node:http";
import type { AddressInfo } from "node:net";

/** The balancer's own response, like nginx's, when a shop died during a request or none is there. */
export const BAD_GATEWAY = 502;
/** Marks the balancer's own responses. */
const OWN_ANSWER = "x-balancer";

const CONNECT_LIMIT_MS = 2000;

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/**
 * Spreads requests over the shops in turns. It skips a shop that accepts no connection. A request that was sent and
 * lost is not repeated, so that nothing happens twice.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      turn += 1;
      pass(Buffer.concat(chunks), ports.length);
    });
    const pass = (body: Buffer, left: number, shift = 0) => {
      const port = ports[(turn + shift) % ports.length];
      const passed = http.request({
        agent,
        host: "127.0.0.1",
        port,
        method: request.method,
        path: request.url,
        headers: { ...request.headers, "x-forwarded-for": request.socket.remoteAddress ?? "" },
        timeout: CONNECT_LIMIT_MS,
      });
      // A keep-alive connection that the shop closed just now has not delivered anything either.
      let wasSent = false;
      passed.on("socket", (socket) => {
        if (socket.connecting) socket.once("connect", () => (wasSent = true));
        else wasSent = request.method !== "GET";
      });
      passed.on("response", (upstream) => {
        passed.setTimeout(0);
        response.writeHead(upstream.statusCode ?? BAD_GATEWAY, upstream.headers);
        upstream.pipe(response);
        upstream.on("error", () => response.destroy());
      });
      passed.on("error", () => {
        if (response.headersSent) return void response.destroy();
        if (!wasSent && left > 1) return pass(body, left - 1, shift + 1);
        response.writeHead(BAD_GATEWAY, { [OWN_ANSWER]: "1" }).end();
      });
      passed.end(body);
    };
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
