import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { handleRest } from "#server/api/rest-app.server.ts";
import { listen } from "./listen.ts";
import { sendNothing, startTestSandbox } from "./sandbox.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "./throwaway-folder.ts";

interface RestServer {
  url: string;
  /** What was asked for, in order: `GET /api/products`. */
  asked: string[];
}

/** The REST facade on a port of its own until the test is over; `before` may look at a request before it is answered. */
export async function serveRest(before?: (call: string) => Promise<void>): Promise<RestServer> {
  const calls: string[] = [];
  const url = await listen((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`;
    calls.push(what);
    void (before?.(what) ?? Promise.resolve()).then(() => respond(incoming, outgoing));
  });
  return { url, asked: calls };
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const response = await handleRest(
    new Request(`http://127.0.0.1:3000${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      body: parts.length > 0 ? Buffer.concat(parts) : null,
    }),
    {},
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** Runs the payment sandbox, and lifts the rate limits, while a test file calls the REST facade. */
export function withSandbox(): { restart(): Promise<void>; stop(): Promise<void> } {
  let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  let folder: string;
  const start = async () => {
    sandbox = await startTestSandbox(undefined, { journal: path.join(folder, "payments.jsonl") });
    await sendNothing();
  };
  beforeAll(async () => {
    process.env.RATE_LIMIT_FACTOR = "0";
    folder = await makeThrowawayFolder();
    await start();
  });
  afterAll(async () => {
    await sandbox.stop();
    await removeThrowawayFolder(folder);
  });
  return { restart: start, stop: () => sandbox.stop() };
}
