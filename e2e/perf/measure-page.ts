import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { end } from "../support/web-process.ts";
import { type MeasuredServer, processorTimeOf, untilIdle } from "./shop.ts";

/** How many browsers send requests at the same time. */
export const CONNECTIONS = 64;

/** The headers of a browser: without them the cost of compression would stay hidden. */
const browserHeaders = {
  accept: "text/html,application/json",
  "accept-encoding": "gzip, deflate, br, zstd",
  "user-agent":
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
};
const ROUNDS = 2;
const WARM_UP_SECONDS = 2;

interface Load {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Responses other than 2xx, and missing ones. */
  errors: number;
  /** Processor time of the server process for one response, in µs. */
  processorUs: number;
}

export interface Comparison {
  shop: Load;
  bare: Load;
  /** The shop's rate as a part of the bare one's. */
  ratio: number;
  /** Of the body, as it is sent. */
  bytes: number;
}

/** A page of the shop beside a bare server that sends the same bytes, in turns. */
export async function measurePage(
  closing: AsyncDisposableStack,
  folder: string,
  shop: MeasuredServer,
  address: string,
  seconds: number,
): Promise<Comparison> {
  const url = shop.url + address;
  const [response] = (await once(get(url, { headers: browserHeaders }), "response")) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
  const bare = await startBareServer(closing, response, body, path.join(folder, "body"));
  await loadOf(url, shop.pid, WARM_UP_SECONDS);
  const [ofShop, ofBare]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofShop.push(await loadOf(url, shop.pid, seconds));
    // The shop still handles requests that the load generator abandoned.
    await untilIdle(shop.pid);
    ofBare.push(await loadOf(bare.url, bare.pid, seconds));
  }
  await bare.stop();
  const [shopLoad, bareLoad] = [together(ofShop), together(ofBare)];
  const ratio = shopLoad.perSecond / bareLoad.perSecond;
  return { shop: shopLoad, bare: bareLoad, ratio, bytes: body.length };
}

async function startBareServer(
  closing: AsyncDisposableStack,
  { headers }: IncomingMessage,
  body: Buffer,
  bodyFile: string,
): Promise<MeasuredServer & { stop(): Promise<void> }> {
  writeFileSync(bodyFile, body);
  const { "content-type": type = "", "content-encoding": encoding } = headers;
  const sent = { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) };
  const child = fork(import.meta.filename, [bodyFile, JSON.stringify(sent)]);
  const stop = async () => void (await end(child));
  closing.defer(stop);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop };
}

const autocannon = fileURLToPath(import.meta.resolve("autocannon"));
const loadSchema = z.object({
  requests: z.object({ total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  ...{ duration: z.number(), errors: z.number(), non2xx: z.number() },
});

/** Sends requests for one address over many connections for some seconds. */
export async function loadOf(url: string, pid: number, seconds: number, cookie?: string): Promise<Load> {
  const before = processorTimeOf(pid);
  const headers = cookie === undefined ? browserHeaders : { ...browserHeaders, cookie };
  const options = ["--json", `--connections=${CONNECTIONS}`, `--duration=${seconds}`];
  const sent = Object.entries(headers).map(([name, value]) => `--headers=${name}:${value}`);
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...options, ...sent, url]);
  const { requests, duration, latency, errors, non2xx } = loadSchema.parse(JSON.parse(stdout));
  return {
    perSecond: requests.total / duration,
    medianMs: latency.p50,
    p99Ms: latency.p99,
    errors: errors + non2xx,
    processorUs: ((processorTimeOf(pid) - before) * 1000) / Math.max(1, requests.total),
  };
}

/** Merges rounds of the same load: the mean, and the worst latencies. */
function together(rounds: readonly Load[]): Load {
  const mean = (pick: (load: Load) => number) =>
    rounds.reduce((sum, load) => sum + pick(load), 0) / rounds.length;
  return {
    perSecond: mean((load) => load.perSecond),
    medianMs: Math.max(...rounds.map((load) => load.medianMs)),
    p99Ms: Math.max(...rounds.map((load) => load.p99Ms)),
    errors: rounds.reduce((sum, load) => sum + load.errors, 0),
    processorUs: mean((load) => load.processorUs),
  };
}

/** The yardstick: answers every request with the same bytes, and sends its port to the parent process. */
function serveBytes(bodyFile: string, headersJson: string): void {
  const body = readFileSync(bodyFile);
  const headers: Record<string, string> = {
    ...JSON.parse(headersJson),
    "content-length": String(body.length),
  };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address && typeof address === "object") process.send?.({ port: address.port });
  });
  // Ends with the measuring process.
  process.on("disconnect", () => process.exit());
}

if (import.meta.main) serveBytes(process.argv[2] ?? "", process.argv[3] ?? "{}");
