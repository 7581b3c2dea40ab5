import { IncomingMessage, Server } from "node:http";
import pg from "pg";
import type { RecordedStatement } from "./recorded-order.ts";

/*
 * Loaded before the shop (`node --import`) by the bench: while told to, it keeps every statement that the shop sends
 * to PostgreSQL, its values and what came back, and hands them over at the end. Otherwise it costs nothing.
 */

let statements: RecordedStatement[] | undefined;
const connections = new WeakMap<object, number>();
let connectionCount = 0;

/** What the shop was asked meanwhile: "POST /api/orders". */
let requests: string[] = [];
const server: { emit: (this: object, event: string, ...rest: unknown[]) => boolean } = Server.prototype;
const emit = server.emit;
server.emit = function emitAndCount(event, ...rest) {
  const [request] = rest;
  if (statements && event === "request" && request instanceof IncomingMessage) {
    requests.push(`${request.method} ${request.url?.replace(/\?.*/, "")}`);
  }
  return emit.call(this, event, ...rest);
};

type Query = (this: object, ...parameters: unknown[]) => unknown;
const client: { query: Query } = pg.Client.prototype;
const send = client.query;

client.query = function query(...parameters) {
  const [first, second] = parameters;
  const text = typeof first === "string" ? first : textOf(first);
  if (!statements || text === undefined) return send.apply(this, parameters);
  const values = Array.isArray(second) ? second : valuesOf(first);
  const recorded: RecordedStatement = {
    connection: numberOf(this),
    text,
    values: values.map(plain),
    rows: [],
    columns: [],
    place: 0,
  };
  const done = (result: unknown) => {
    const rows = rowsOf(result);
    recorded.rows = rows.map((row) => Object.values(row).map(plain));
    recorded.columns = Object.keys(rows[0] ?? {});
    recorded.place = statements?.push(recorded) ?? 0;
  };
  const callback = parameters.at(-1);
  if (typeof callback === "function") {
    const before = parameters.slice(0, -1);
    return send.call(this, ...before, (error: unknown, result: unknown) => {
      if (!error) done(result);
      callback(error, result);
    });
  }
  const result = send.apply(this, parameters);
  if (result instanceof Promise) result.then(done, () => {});
  return result;
};

process.on("message", (message) => {
  if (message === "record statements") {
    statements = [];
    requests = [];
  }
  if (message === "hand over statements") {
    process.send?.({ statements: statements ?? [], requests });
    statements = undefined;
  }
});

function numberOf(connection: object): number {
  const existing = connections.get(connection);
  if (existing !== undefined) return existing;
  connectionCount += 1;
  connections.set(connection, connectionCount);
  return connectionCount;
}

function textOf(config: unknown): string | undefined {
  const isConfig = typeof config === "object" && config !== null && "text" in config;
  return isConfig && typeof config.text === "string" ? config.text : undefined;
}

function valuesOf(config: unknown): unknown[] {
  const hasValues = typeof config === "object" && config !== null && "values" in config;
  return hasValues && Array.isArray(config.values) ? config.values : [];
}

function rowsOf(result: unknown): object[] {
  const hasRows = typeof result === "object" && result !== null && "rows" in result;
  if (!hasRows || !Array.isArray(result.rows)) return [];
  return result.rows.map((row: unknown) => Object(row));
}

/** A value as it survives JSON and as pg takes it back. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value ?? null;
}
