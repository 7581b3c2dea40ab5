import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Change, Store } from "./store.server.ts";

/** The stand-ins of this process. */
export interface RunningSandbox {
  /** Their port on 127.0.0.1. */
  port: number;
  store: Store;
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

/** A moment at which work stops until a test lets it go on: before such an object is written, or right after. */
export interface Hold {
  kind: string;
  /** Of an event. */
  type?: string | undefined;
  when: "before" | "after";
}

let hold: (Hold & { reached: number; over: Promise<void>; end(): void }) | undefined;

/** Replaces the hold, and lets everything go on that waits for the last one. */
export function setHold(next: Hold | undefined): void {
  hold?.end();
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  hold = next && { ...next, reached: 0, over, end };
}

/** How many pieces of work have come to the hold. */
export function heldWork(): number {
  return hold?.reached ?? 0;
}

let calls = 0;

/** Counts a request of the shop's. */
export function noteCall(): void {
  calls += 1;
}

export function countCalls(): number {
  return calls;
}

class Held extends Error {}

function isHeld(when: Hold["when"], changes: readonly Change[]): boolean {
  return (
    hold?.when === when &&
    changes.some(([, kind, , body]) => kind === hold?.kind && (!hold.type || isOfType(body, hold.type)))
  );
}

function isOfType(body: object | null, type: string): boolean {
  return body !== null && Object.entries(body).some(([name, value]) => /type$/.test(name) && value === type);
}

/** Does a piece of work, and sends its events afterwards. */
export async function runInSandbox<Result>(step: (store: Store) => Result): Promise<Result> {
  let isHeldNow = false;
  try {
    const result = readInSandbox((store) =>
      store.run(step, (changes) => {
        if (isHeld("before", changes)) throw new Held();
        isHeldNow = isHeld("after", changes);
      }),
    );
    if (isHeldNow) await untilLetGo();
    return result;
  } catch (error) {
    if (!(error instanceof Held)) throw error;
    await untilLetGo();
    return runInSandbox(step);
  }
}

async function untilLetGo(): Promise<void> {
  if (hold) hold.reached += 1;
  await hold?.over;
}

/** Looks at what there is. */
export function readInSandbox<Result>(read: (store: Store) => Result): Result {
  if (!running) throw new Error("The stand-ins are not running.");
  return read(running.store);
}

/** The keys of requests that are being answered, and when each of them ends. */
const inProgress = new Map<string, Promise<unknown>>();

/** The request with this key that is being answered now, if there is one. */
export function requestInProgress(key: string): Promise<unknown> | undefined {
  return inProgress.get(key);
}

/** As quick as no provider is, and long enough for requests that were sent together to meet. */
const ANSWER_MILLISECONDS = 2;

/** Answers a request that is in progress meanwhile. */
export function whileInProgress<Result>(key: string, answer: () => Promise<Result>): Promise<Result> {
  const answered = wait(ANSWER_MILLISECONDS)
    .then(answer)
    .finally(() => inProgress.delete(key));
  inProgress.set(
    key,
    answered.catch(() => undefined),
  );
  return answered;
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
