import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { log } from "#server/core/log.ts";

/** A browser's request for a page or a call of the payment stand-ins. */
export interface SandboxRequest {
  method: string;
  /** The path with its query. */
  address: string;
  /** The shop's, as the browser named it. */
  host: string;
  headers: IncomingHttpHeaders;
  body: Uint8Array | undefined;
}

export interface SandboxAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What the stand-ins get to know of a browser's request. */
const REQUEST_HEADERS = ["accept", "content-type", "origin", "sec-fetch-site", "x-request-id"];
const RESPONSE_HEADERS = [
  "cache-control",
  "content-security-policy",
  "content-type",
  "location",
  "referrer-policy",
  "retry-after",
];
/** Longer than they wait for anything. */
const RESPONSE_TIMEOUT_MS = 30_000;
const RETRY_SECONDS = 2;

/** Shorter than the stand-ins keep theirs: a request on a connection that they have just closed would be lost. */
const IDLE_MS = 5000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Asks the stand-ins at this port of 127.0.0.1; 503 while they are not there, 504 for an answer that was lost on its way. */
export async function askSandbox(port: number | undefined, asked: SandboxRequest): Promise<SandboxAnswer> {
  if (port === undefined) return notThere();
  try {
    const answer = await sendTo(port, asked);
    return {
      status: answer.statusCode ?? 502,
      headers: chosen(answer.headers, RESPONSE_HEADERS),
      body: await buffer(answer),
    };
  } catch (error) {
    log("warn", "the payment sandbox did not answer", { path: asked.address.split("?", 1)[0], error });
    return isRefused(error) ? notThere() : { status: 504, headers: {}, body: new Uint8Array() };
  }
}

function sendTo(port: number, { method, address, host, headers, body }: SandboxRequest) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send({
      agent,
      host: "127.0.0.1",
      port,
      method,
      path: address,
      headers: {
        ...chosen(headers, REQUEST_HEADERS),
        "x-forwarded-host": host,
        ...(body ? { "content-length": body.byteLength } : {}),
      },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    sent.once("response", resolve);
    sent.once("error", reject);
    sent.end(body);
  });
}

function chosen(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/** Nobody listens: nothing has happened. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function notThere(): SandboxAnswer {
  const text =
    "The test payments are starting. Nothing was charged: please go back and try again in a few seconds.";
  return {
    status: 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(RETRY_SECONDS) },
    body: Buffer.from(text),
  };
}
