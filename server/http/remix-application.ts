import { IncomingMessage, type ServerResponse } from "node:http";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type LoaderFunction,
  type ServerBuild,
} from "@remix-run/node";
import type { LoadContext } from "#server/core/shared-page.ts";
import { type CacheRule, cacheableAddresses, type TopicsAt } from "./cache/cacheable-address.ts";
import { writeBody } from "./write-body.ts";

/** What a page is made of: an address and headers, or the whole message where there is one. */
export type PageRequest = Pick<IncomingMessage, "method" | "url" | "headers"> | IncomingMessage;

/** What is a visitor's own on a shared page. */
export interface VisitorFragment {
  /** How many things lie in the cart. */
  itemCount: number;
  /** Comes at the end of the page. */
  html: string;
  /** Who may keep the page (RFC 9111). */
  cacheControl: string;
}

export interface RemixApplication {
  respond(request: PageRequest, loadContext?: LoadContext, signal?: AbortSignal): Promise<Response>;
  /** Where answers may come from memory, as the loaders declare it. */
  topicsAt: TopicsAt;
  /** What is a visitor's own; null when their next page must be made for them alone. */
  visitorFragmentFor(request: PageRequest): Promise<VisitorFragment | null>;
  /** Answers a request; throws what the application could not answer. */
  listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
}

/**
 * The built shop as a function of requests, for remix-serve in the place of @remix-run/express and for the page cache.
 * Unlike @remix-run/express it reads a long answer no faster than its reader takes it (write-body.ts), and makes the
 * address of the Host header alone, never of a forwarded one.
 */
export function remixApplication(build: ServerBuild, mode?: string): RemixApplication {
  const handle = createRequestHandler(build, mode);
  const respond: RemixApplication["respond"] = async (request, given = {}, signal) => {
    const context: LoadContext & AppLoadContext = { ...given };
    const response = await handle(asRequest(request, signal), context);
    // Pages tell of a limit in words, wherever they show them, and their own headers do not reach an error's page.
    const { retryAfterSeconds } = context;
    if (response.status === 429 && retryAfterSeconds && !response.headers.has("Retry-After")) {
      response.headers.set("Retry-After", String(retryAfterSeconds));
    }
    return response;
  };
  return {
    respond,
    topicsAt: cacheableAddresses(
      Object.values(build.routes).map((route) => ({ ...route, cacheRules: cacheRulesOf(route) })),
    ),
    visitorFragmentFor: (request) => entryOf(build).readVisitorFragment(asRequest(request)),
    listener: async (incoming, outgoing) => {
      const gone = new AbortController();
      outgoing.once("close", () => {
        if (!outgoing.writableFinished) gone.abort();
      });
      await send(await respond(incoming, {}, gone.signal), outgoing);
    },
  };
}

/** What app/entry.server.tsx gives beside what Remix asks of it. */
interface ServerEntry {
  readVisitorFragment(request: Request): Promise<VisitorFragment | null>;
}

function entryOf({ entry }: ServerBuild): ServerEntry {
  return entry.module as unknown as ServerEntry;
}

function cacheRulesOf(route: ServerBuild["routes"][string]): readonly CacheRule[] {
  const loader: (LoaderFunction & { cacheRules?: readonly CacheRule[] }) | undefined = route?.module.loader;
  return loader?.cacheRules ?? [];
}

function asRequest(message: PageRequest, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method = "GET" } = message;
  const hasBody = method !== "GET" && method !== "HEAD" && message instanceof IncomingMessage;
  return new Request(`http://${message.headers.host ?? "localhost"}${message.url ?? "/"}`, {
    method,
    headers,
    ...(signal ? { signal } : {}),
    ...(hasBody ? { body: createReadableStreamFromReadable(message), duplex: "half" } : {}),
  });
}

async function send({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = status;
  for (const [name, value] of headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  if (body) await writeBody(body, outgoing);
  else outgoing.end();
}
