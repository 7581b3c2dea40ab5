import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

/** What a browser sends: without it the cost of compression would stay hidden. */
export const browserHeaders = {
  accept: "text/html,application/json",
  "accept-encoding": "gzip, deflate, br, zstd",
  "user-agent": "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
};

export interface Load {
  requestsPerSecond: number;
  medianMs: number;
  p99Ms: number;
  errors: number;
}

/** Asks for one address over many connections for some seconds. */
export async function loadOf(url: string, seconds: number, connections = 64): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers: browserHeaders });
  return {
    requestsPerSecond: result.requests.average,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
}

export interface Answer {
  body: Buffer;
  headers: Record<string, string>;
  status: number;
}

/** One answer exactly as it crosses the wire: compressed bytes stay compressed. */
export async function rawAnswer(url: string): Promise<Answer> {
  const { request } = await import("node:http");
  const outgoing = request(url, { headers: browserHeaders });
  outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [import("node:http").IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return { body: Buffer.concat(chunks), headers, status: incoming.statusCode ?? 0 };
}

/** Runs a bare server with the bytes of an answer while `measure` works. */
export async function withBareServer<Result>(
  answer: Answer,
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  const bodyFile = path.join(folder, "body");
  writeFileSync(bodyFile, answer.body);
  const { "content-type": type = "", "content-encoding": encoding } = answer.headers;
  const headers = { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) };
  const child = fork(fileURLToPath(new URL("./bare-server.ts", import.meta.url)), [bodyFile, JSON.stringify(headers)]);
  try {
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return await measure(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
