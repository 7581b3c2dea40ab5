import { createHmac, timingSafeEqual } from "node:crypto";
import type { Store } from "./store.server.ts";
import { inTransaction, withoutTransaction } from "./transactions.server.ts";

/** The stand-ins of this process. */
export interface RunningSandbox {
  /** Their port on 127.0.0.1. */
  port: number;
  /** Closes the listener and waits for deliveries under way. */
  stop(): Promise<void>;
}

/** The shared configuration of shop and stand-ins, as between a shop and its real providers. */
export interface SandboxKeys {
  secretKey: string;
  webhookSecret: string;
  payPal: SandboxPayPalKeys;
}

export interface SandboxPayPalKeys {
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

let running: RunningSandbox | undefined;

export function runningSandbox(): RunningSandbox | undefined {
  return running;
}

export function holdRunningSandbox(sandbox: RunningSandbox | undefined): void {
  running = sandbox;
}

/** They replace Stripe only where no Stripe key is set: their state and real money never meet. */
export function sandboxAllowed(): boolean {
  return !process.env.STRIPE_SECRET_KEY;
}

/** Runs one step in a transaction, and sends its events after the commit. */
export function runInSandbox<Result>(step: (store: Store) => Promise<Result>): Promise<Result> {
  return inTransaction(step);
}

/** Reads without a transaction. */
export function readInSandbox<Result>(read: (store: Store) => Promise<Result>): Promise<Result> {
  return withoutTransaction(read);
}

/** Writes one JSON line, in the form of the shop's own log. No card data, keys or addresses. */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
): void {
  if (process.env.LOG_LEVEL === "silent") return;
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, errorsAsText);
  (level === "error" ? process.stderr : process.stdout).write(`${line}\n`);
}

/** Without PostgreSQL's details, which contain the refused row. */
function errorsAsText(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { name, message, stack };
}

/** The HMAC-SHA256 of a text for one purpose, so that a signature made for one thing never opens another. */
export function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}

/** Compares in constant time. */
export function signatureMatches(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}
