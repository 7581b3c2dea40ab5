import { inTransaction, type Store, withoutTransaction } from "./store.server.ts";

/** The stand-ins of this process. */
export interface RunningSandbox {
  /** Where they listen on 127.0.0.1. */
  port: number;
  /** Says that new work may be waiting. */
  wake(): void;
  /** Ends the listener and waits for deliveries that are on their way. */
  stop(): Promise<void>;
}

/** What the shop and the stand-ins know of each other, as a shop and its real providers do. */
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

/** They stand in for Stripe only where no key of Stripe's is set: their state and real money never meet. */
export function sandboxAllowed(): boolean {
  return !process.env.STRIPE_SECRET_KEY;
}

/** Runs one step in a transaction, and sends the events it recorded once that has committed. */
export async function runInSandbox<Result>(step: (store: Store) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(step);
  running?.wake();
  return result;
}

/** Reads without a transaction. */
export function readInSandbox<Result>(read: (store: Store) => Promise<Result>): Promise<Result> {
  return withoutTransaction(read);
}
