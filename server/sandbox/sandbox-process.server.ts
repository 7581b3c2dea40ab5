import type { EntityManager } from "@mikro-orm/postgresql";
import { getOrm } from "#db/orm.server.ts";
import { signatureOf } from "./signatures.server.ts";

/** The running sandbox of this process: what the shop's side needs to know of it. */
export interface RunningSandbox {
  /** Where its API listens on 127.0.0.1. */
  port: number;
  secretKey: string;
  webhookSecret: string;
  payPal: SandboxPayPalKeys;
  /** Says that new work may be waiting. */
  wake(): void;
  /** Ends the listener and waits for deliveries that are on their way. */
  stop(): Promise<void>;
}

export interface SandboxPayPalKeys {
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

/** Shared by all copies of this module in the process: the server's bundle and what start.ts runs beside it. */
const holder = globalThis as { stripeSandbox?: RunningSandbox | undefined };

export function runningSandbox(): RunningSandbox | undefined {
  return holder.stripeSandbox;
}

export function holdRunningSandbox(sandbox: RunningSandbox | undefined): void {
  holder.stripeSandbox = sandbox;
}

/** Keys made from a secret that is kept where they run, so that every process on one database agrees on them. */
export function sandboxKeys(secret: string): Pick<RunningSandbox, "secretKey" | "webhookSecret" | "payPal"> {
  return {
    secretKey: `sk_test_sandbox_${signatureOf(secret, "stripe sandbox", "api key")}`,
    webhookSecret: `whsec_sandbox_${signatureOf(secret, "stripe sandbox", "webhook")}`,
    payPal: {
      clientId: "sandbox",
      clientSecret: signatureOf(secret, "paypal sandbox", "client secret"),
      webhookId: signatureOf(secret, "paypal sandbox", "webhook")
        .replace(/[^a-zA-Z0-9]/g, "")
        .slice(0, 17),
    },
  };
}

/** The sandbox stands in for Stripe only where no key of Stripe's is set: its state and real money never meet. */
export function sandboxAllowed(): boolean {
  return !process.env.STRIPE_SECRET_KEY;
}

/**
 * Runs one step of the sandbox in a transaction of its own, apart from any of the shop's, and sends the events it
 * recorded once that has committed.
 */
export async function runInSandbox<Result>(step: (em: EntityManager) => Promise<Result>): Promise<Result> {
  const result = await getOrm().em.fork().transactional(step);
  runningSandbox()?.wake();
  return result;
}

/** Reads without a transaction. */
export function readInSandbox<Result>(read: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return read(getOrm().em.fork());
}
