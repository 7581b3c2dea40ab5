import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";

/*
 * Records the exchanges between the shop and the stand-ins, for the check against the providers' own schemas
 * (scripts/test/wire). Only tests set WIRE_RECORDS, the folder; without it nothing happens here.
 */

/** A request of the shop and the stand-in's response. */
interface RecordedCall {
  kind: "call";
  method: string;
  /** Including the query. */
  path: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** null for a response that an injected fault lost. */
  status: number | null;
  responseHeaders: Record<string, string>;
  responseBody: string;
}

/** An event that the stand-in sent to the shop's webhook. */
interface RecordedEvent {
  kind: "event";
  path: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
}

/** The headers that the providers' documents describe, without keys and tokens. */
const requestHeaders = [
  "content-type",
  "idempotency-key",
  "stripe-version",
  "paypal-request-id",
  "prefer",
  "stripe-signature",
  "paypal-transmission-id",
  "paypal-transmission-time",
  "paypal-transmission-sig",
  "paypal-cert-url",
  "paypal-auth-algo",
];
const responseHeaders = [
  "content-type",
  "request-id",
  "stripe-version",
  "idempotency-key",
  "idempotent-replayed",
  "stripe-should-retry",
  "paypal-debug-id",
];

const seen = new Set<string>();

/** `answer` is undefined when it was lost on the way. */
export function recordCall(
  request: { method: string; url: string; headers: Headers },
  requestBody: string,
  response: Response | undefined,
  responseBody = "",
): void {
  if (!process.env.WIRE_RECORDS) return;
  const { pathname, search } = new URL(request.url);
  record({
    kind: "call",
    method: request.method,
    path: pathname + search,
    requestHeaders: chosen(request.headers, requestHeaders),
    requestBody,
    status: response?.status ?? null,
    responseHeaders: response ? chosen(response.headers, responseHeaders) : {},
    responseBody,
  });
}

export function recordEvent(url: string, headers: Record<string, string>, body: string): void {
  if (!process.env.WIRE_RECORDS) return;
  const { pathname } = new URL(url);
  const named = chosen(new Headers(headers), requestHeaders);
  record({ kind: "event", path: pathname, requestHeaders: named, requestBody: body });
}

function chosen(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])),
  );
}

/** Written synchronously: some of these processes are killed in the middle of their work. */
function record(exchange: RecordedCall | RecordedEvent): void {
  const folder = process.env.WIRE_RECORDS ?? "";
  const source = process.env.WIRE_SOURCE ?? path.basename(process.argv[1] ?? "");
  const shape = createHash("sha1")
    .update(JSON.stringify([source, shapeOfExchange(exchange)]))
    .digest("base64");
  if (seen.has(shape)) return;
  seen.add(shape);
  mkdirSync(folder, { recursive: true });
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ source, ...exchange })}\n`);
}

/** Exchanges of one shape are equal to the schemas: the same fields, with texts of the same length and letters. */
function shapeOfExchange(exchange: RecordedCall | RecordedEvent): unknown {
  return Object.entries(exchange).map(([name, value]) => [name, shapeOf(parsed(value))]);
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (/^[{[]/.test(value)) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return /^[^=\s]+=/.test(value) ? [...new URLSearchParams(value)] : value.split(/[/?&=]/);
}

/** Enumeration values stay as they are; ids, amounts and days become their length and kinds of characters. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(shapeOf(item)));
    return [value.length, ...new Set(items)];
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).map(([name, inner]) => [shapeOf(name), shapeOf(inner)]);
  }
  if (typeof value === "number") return [Math.sign(value), String(value).length];
  if (typeof value !== "string" || /^[A-Za-z][A-Za-z_.[\]-]*$/.test(value)) return value;
  const kinds = value.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "9");
  return [value.length, [...new Set(kinds)].sort().join("")];
}
