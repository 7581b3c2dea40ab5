import { IncomingMessage, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { createReadableStreamFromReadable, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { LoadContext } from "#server/core/shared-page.ts";
import { writeBody } from "./write-body.ts";

/** An answer of the application before it is sent: whole, or, when it is long, still being made. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer | ReadableStream<Uint8Array> | null;
}

/** What of a request its answer is made of; a body only where there is the whole message. */
export type Question = Pick<IncomingMessage, "method" | "url" | "headers"> | IncomingMessage;

/** What is a visitor's own on a shared page. */
export interface VisitorFragment {
  /** How many things lie in the cart. */
  itemCount: number;
  /** Comes at the end of the page. */
  html: string;
  /** Who may keep the page (RFC 9111). */
  cacheControl: string;
}

interface Asked extends LoadContext {
  signal?: AbortSignal;
}

export interface RemixApplication {
  answer(question: Question, asked?: Asked): Promise<Answer>;
  /** What is a visitor's own; null when their next page must be made for them alone. */
  visitorFragmentFor(question: Question): Promise<VisitorFragment | null>;
  /** Answers a request; throws what the application could not answer. */
  listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
}

type RemixHandler = ReturnType<typeof createRequestHandler>;

/** What is longer is sent while it is made. */
const MOST_HELD_BYTES = 1024 * 1024;
/** What is shorter is sent as it is. */
const LEAST_COMPRESSED_BYTES = 1024;
/** Longer ones are compressed beside the event loop. */
const MOST_COMPRESSED_AT_ONCE = 128 * 1024;
const GZIP_LEVEL = 4;
/** CSV files are streams: remix-serve's own compression takes them. */
const COMPRESSIBLE =
  /^(text\/(?!csv|event-stream)|application\/(json|([\w.-]+\+)?(json|xml)|javascript)|image\/svg)/;

/** The built shop as a function of requests: what @remix-run/express is in remix-serve. */
export function remixApplication(build: ServerBuild, mode?: string): RemixApplication {
  const handlerFor = handlersByRoute(build, mode);
  const answer = async (question: Question, { signal, ...rest }: Asked = {}) => {
    const request = requestOf(question, signal);
    const loadContext: LoadContext = rest;
    const response = await handlerFor(new URL(request.url).pathname)(request, rest);
    const answered = await answerOf(response);
    // Pages tell of a limit in words, wherever they show them, and their own headers do not reach an error's page.
    const { retryAfterSeconds } = loadContext;
    if (answered.status === 429 && retryAfterSeconds && !answered.headers.has("Retry-After")) {
      answered.headers.set("Retry-After", String(retryAfterSeconds));
    }
    return compressed(answered, question);
  };
  return {
    answer,
    visitorFragmentFor: (question) => entryOf(build).readVisitorFragment(requestOf(question)),
    listener: async (incoming, outgoing) => {
      const gone = new AbortController();
      outgoing.once("close", () => {
        if (!outgoing.writableFinished) gone.abort();
      });
      await send(await answer(incoming, { signal: gone.signal }), outgoing);
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

/** Addresses whose route is remembered. */
const MOST_ADDRESSES = 2000;

/**
 * Remix looks at every route of the shop several times for each request. A handler that knows only the route of the
 * address, found once, and those around it does the same in a fraction of the time.
 */
function handlersByRoute(build: ServerBuild, mode?: string): (pathname: string) => RemixHandler {
  const all = createRequestHandler(build, mode);
  const tree = treeOf(build.routes);
  const byRoute = new Map<string, RemixHandler>();
  let byAddress = new Map<string, RemixHandler>();
  const find = (pathname: string): RemixHandler => {
    // What Remix does with the addresses of data requests (server-runtime, "handleSingleFetchRequest").
    const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
    // A file such as /feed.data would be found by its own name: only what both mean alike gets a handler of its own.
    const ids = [...new Set([pathname, page])].map(
      (address) => matchRoutes(tree, address)?.map(({ route }) => route.id ?? "") ?? [],
    );
    const wanted = [...new Set(ids.flat())];
    if (wanted.length === 0) return all;
    const key = wanted.join(" ");
    const known = byRoute.get(key);
    if (known) return known;
    const routes = Object.fromEntries(Object.entries(build.routes).filter(([id]) => wanted.includes(id)));
    const made = createRequestHandler({ ...build, routes }, mode);
    byRoute.set(key, made);
    return made;
  };
  return (pathname) => {
    // It asks for routes of other addresses.
    if (pathname === "/__manifest") return all;
    const known = byAddress.get(pathname);
    if (known) return known;
    if (byAddress.size >= MOST_ADDRESSES) byAddress = new Map();
    const found = find(pathname);
    byAddress.set(pathname, found);
    return found;
  };
}

interface RouteNode {
  id: string;
  path?: string;
  index?: boolean;
  caseSensitive?: boolean;
  children?: RouteNode[];
}

function treeOf(routes: ServerBuild["routes"], parentId?: string) {
  const nodesUnder = (parent: string | undefined): RouteNode[] =>
    Object.values(routes)
      .filter((route) => (route?.parentId || undefined) === parent)
      .map((route) => ({
        id: route?.id ?? "",
        path: route?.path,
        index: route?.index,
        caseSensitive: route?.caseSensitive,
        children: nodesUnder(route?.id),
      }));
  return nodesUnder(parentId) as Parameters<typeof matchRoutes>[0];
}

function requestOf(question: Question, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(question.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method = "GET" } = question;
  const hasBody = method !== "GET" && method !== "HEAD" && question instanceof IncomingMessage;
  return new Request(`http://${question.headers.host ?? "localhost"}${question.url ?? "/"}`, {
    method,
    headers,
    ...(signal ? { signal } : {}),
    ...(hasBody ? { body: createReadableStreamFromReadable(question), duplex: "half" } : {}),
  });
}

async function answerOf({ status, headers, body }: Response): Promise<Answer> {
  if (!body) return { status, headers, body: null };
  const reader = body.getReader();
  const held: Uint8Array[] = [];
  for (let size = 0; size <= MOST_HELD_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return { status, headers, body: held.length === 1 ? bufferOf(held[0]) : Buffer.concat(held) };
    held.push(value);
    size += value.length;
  }
  const whole = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const first = held.shift();
        if (first) return controller.enqueue(first);
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { status, headers, body: whole };
}

function bufferOf(bytes: Uint8Array | undefined): Buffer {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.alloc(0);
}

/** Once, when it is finished: remix-serve's own compression would take it piece by piece, at a hundred times the cost. */
async function compressed(answer: Answer, { headers: asked }: Question): Promise<Answer> {
  const { headers, body } = answer;
  if (!Buffer.isBuffer(body)) return answer;
  if (COMPRESSIBLE.test(headers.get("content-type") ?? "") && !headers.has("content-encoding")) {
    if (!/\baccept-encoding\b/i.test(headers.get("vary") ?? "")) headers.append("Vary", "Accept-Encoding");
    const takesGzip = /\bgzip\b/.test(String(asked["accept-encoding"] ?? ""));
    if (takesGzip && body.length >= LEAST_COMPRESSED_BYTES) {
      headers.set("Content-Encoding", "gzip");
      const options = { level: GZIP_LEVEL };
      const isLong = body.length > MOST_COMPRESSED_AT_ONCE;
      answer.body = isLong ? await promisify(gzip)(body, options) : gzipSync(body, options);
    }
  }
  if (Buffer.isBuffer(answer.body)) headers.set("Content-Length", String(answer.body.length));
  return answer;
}

async function send({ status, headers, body }: Answer, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = status;
  for (const [name, value] of headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  if (body === null || Buffer.isBuffer(body)) outgoing.end(body ?? undefined);
  else await writeBody(body, outgoing);
}
