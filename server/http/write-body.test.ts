import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { tuneRemixServe, writeBody } from "./remix-application.ts";

const require = createRequire(import.meta.url);
const MB = 1024 * 1024;
/** It does not compress: repetitions lie further back than gzip looks. */
const piece = randomBytes(256 * 1024);
/** Twenty megabytes: more than what may be read ahead. */
const PIECES = 80;
/** A loopback connection buffers some ten megabytes on both sides. */
const MOST_AHEAD = 16 * MB;
/** Turns of the event loop in which a writer that does not wait would have read the whole file. */
const TURNS = 3 * PIECES;

interface Source {
  body: ReadableStream<Uint8Array>;
  /** Bytes that were read from it. */
  read: () => number;
  isCancelled: () => boolean;
}

/** A file as an export makes it: each piece takes a tick of the event loop, as a query does. */
function largeFile(failsAfter = Number.POSITIVE_INFINITY): Source {
  let pieces = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await turn();
      if (pieces === failsAfter) throw new Error("the database is gone");
      if (pieces === PIECES) return controller.close();
      pieces += 1;
      controller.enqueue(piece);
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, read: () => pieces * piece.length, isCancelled: () => cancelled };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** remix-serve's own stack: express, compression and @remix-run/express, around one route. */
function remixServing(body: () => ReadableStream<Uint8Array>, seen: (response: ServerResponse) => void) {
  tuneRemixServe(require);
  const serve = createRequire(require.resolve("@remix-run/serve/package.json"));
  const { createRequestHandler } = serve("@remix-run/express");
  const headers = { "Content-Type": "text/csv" };
  const build = {
    entry: { module: { default: () => new Response() } },
    routes: {
      file: { id: "file", path: "file.csv", module: { loader: () => new Response(body(), { headers }) } },
    },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
    future: {},
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
  };
  const application = serve("express")();
  application.use(serve("compression")());
  application.all("*", createRequestHandler({ build, mode: "production" }));
  const listener: RequestListener = (request, response) => {
    seen(response);
    application(request, response);
  };
  return listener;
}

function get(url: string, encoding: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers: { "accept-encoding": encoding }, agent: false }, resolve).on("error", reject);
  });
}

describe("a large file for a slow reader", () => {
  it.each(["identity", "gzip"])(
    "is read from its source only as fast as it is fetched (%s)",
    async (encoding) => {
      const file = largeFile();
      let outgoing: ServerResponse | undefined;
      const url = await listen(
        remixServing(
          () => file.body,
          (response) => {
            outgoing = response;
          },
        ),
      );
      const reader = await get(`${url}/file.csv`, encoding);
      expect(reader.headers["content-encoding"] ?? "identity").toBe(encoding);
      await vi.waitFor(() => expect(outgoing?.writableNeedDrain).toBe(true), { timeout: 30_000 });
      for (let turns = 0; turns < TURNS; turns += 1) await turn();
      expect(file.read()).toBeLessThan(MOST_AHEAD);

      let fetched = 0;
      let mostAhead = 0;
      for await (const chunk of reader) {
        fetched += chunk.length;
        mostAhead = Math.max(mostAhead, file.read() - fetched);
      }
      expect(mostAhead).toBeLessThan(MOST_AHEAD);
      expect(fetched).toBeGreaterThanOrEqual(PIECES * piece.length);
    },
  );

  it("is read no further once the reader has gone", async () => {
    const file = largeFile();
    const url = await listen(
      remixServing(
        () => file.body,
        () => {},
      ),
    );
    const reader = await get(`${url}/file.csv`, "identity");
    reader.destroy();
    await vi.waitFor(() => expect(file.isCancelled()).toBe(true), { timeout: 30_000 });
    expect(file.read()).toBeLessThan(PIECES * piece.length);
  });
});

it("cuts the connection off when the source fails, so that a part is not taken for the whole", async () => {
  const file = largeFile(2);
  const failures: unknown[] = [];
  const url = await listen((_request, response) => {
    writeBody(file.body, response).catch((error: unknown) => failures.push(error));
  });
  const reader = await get(url, "identity");
  await expect(reader.toArray()).rejects.toThrow("aborted");
  expect(failures).toEqual([new Error("the database is gone")]);
});
