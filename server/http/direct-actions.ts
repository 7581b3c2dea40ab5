import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { LoadContext } from "#server/core/context.ts";
import { pathOf } from "./refuse-early.ts";

/** What answers writes to some addresses without a page. It turns each of its errors into a response. */
export interface DirectAction {
  /** Of the whole path. */
  path: RegExp;
  act(request: Request, loadContext: LoadContext): Promise<Response>;
}

const WRITES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Calls what answers by itself (REST and webhooks) without the router, which ranks all routes of the shop and copies
 * the request twice (docs/decisions/060-what-an-order-costs.md says what that costs an order). Reads go to the router,
 * where their responses are compressed.
 */
export function withDirectActions(next: RequestListener, actions: readonly DirectAction[]): RequestListener {
  return (request, response) => {
    const found = WRITES.has(request.method ?? "") && actions.find(({ path }) => path.test(pathOf(request)));
    if (found) void answer(found, request, response);
    else next(request, response);
  };
}

async function answer(
  { act }: DirectAction,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const { status, headers, body } = await readAnswer(await act(await asRequest(incoming), {}));
    outgoing.statusCode = status;
    for (const [name, value] of headers) {
      if (name === "set-cookie") outgoing.appendHeader(name, value);
      else outgoing.setHeader(name, value);
    }
    // Headers and body in one piece.
    outgoing.setHeader("Content-Length", body.length);
    outgoing.end(body);
  } catch {
    // The client left before its request was read.
    outgoing.destroy();
  }
}

async function readAnswer(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** The body is held already when a request comes here (`withBodyLimit`), so nothing is gained by streaming it. */
async function asRequest(message: IncomingMessage): Promise<Request> {
  const body = await buffer(message);
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, one);
  }
  const { method = "POST" } = message;
  return new Request(`http://${message.headers.host ?? "localhost"}${message.url ?? "/"}`, {
    method,
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
}
