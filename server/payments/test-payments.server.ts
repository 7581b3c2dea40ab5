import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { requestedHost } from "#server/http/known-host.ts";
import { askSandbox } from "./ask-sandbox.server.ts";
import { usesStandIns } from "./provider-list.ts";
import { sandboxConnection } from "./sandbox-connection.server.ts";

/**
 * Passes requests for the pages and calls of the payment stand-ins on to them before the application sees them, so that
 * a test payment costs the shop about what a real one does: nothing. Where real payments are on they are the
 * application's, which has no such page.
 */
export function withTestPayments(next: RequestListener): RequestListener {
  return (request, response) => {
    const address = addressAtStandIns(request);
    if (address === undefined) next(request, response);
    else void pass(address, request, response);
  };
}

/** undefined for what is the application's. */
function addressAtStandIns({ method, url = "" }: IncomingMessage): string | undefined {
  const isRead = method === "GET";
  if (!(isRead || method === "POST") || !url.startsWith("/sandbox/") || !usesStandIns(process.env)) {
    return undefined;
  }
  // Without steps upwards, which would lead out of it.
  const { pathname, search } = new URL(url, "http://127.0.0.1");
  return pathname.startsWith("/sandbox/") && !pathname.endsWith(".data") ? pathname + search : undefined;
}

async function pass(address: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", headers } = request;
  try {
    const {
      status,
      headers: answered,
      body,
    } = await askSandbox(sandboxConnection()?.port, {
      method,
      address,
      headers,
      host: requestedHost(request) ?? "",
      body: method === "GET" ? undefined : await buffer(request),
    });
    response.writeHead(status, { ...answered, "Content-Length": body.byteLength }).end(body);
  } catch {
    // The browser has gone.
    response.destroy();
  }
}
