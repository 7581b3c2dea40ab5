import { z } from "zod";
import { ShopError } from "#server/core/errors.ts";

const keysSchema = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  payPal: z.object({ clientId: z.string(), clientSecret: z.string(), webhookId: z.string() }),
});
/** `port` is one of 127.0.0.1. */
const connectionSchema = keysSchema.extend({ port: z.number() });

/** The keys that the stand-ins for Stripe and PayPal know the shop by. */
export type SandboxKeys = z.infer<typeof keysSchema>;
/** Where the stand-ins that run beside the shop listen, and their keys. */
export type SandboxConnection = z.infer<typeof connectionSchema>;

let held: { text: string; connection: SandboxConnection } | undefined;

/** None before they were started (`server/process/sandbox.server.ts`), and where the shop has keys of Stripe's. */
export function sandboxConnection(): SandboxConnection | undefined {
  const text = process.env.SANDBOX_CONNECTION;
  if (!text) return undefined;
  if (held?.text !== text) held = { text, connection: connectionSchema.parse(JSON.parse(text)) };
  return held.connection;
}

/** From here on payments of this process, and of those it starts, go there; `undefined` ends it. */
export function connectSandbox(connection: SandboxConnection | undefined): void {
  if (connection) process.env.SANDBOX_CONNECTION = JSON.stringify(connection);
  else delete process.env.SANDBOX_CONNECTION;
}

/** @throws ShopError `unavailable` before they were started */
export function startedSandbox(): SandboxConnection {
  const sandbox = sandboxConnection();
  if (sandbox) return sandbox;
  throw new ShopError("unavailable", "Payments are not ready yet. Please try again in a moment.", {
    detail: "The payment sandbox has not been started in this process.",
    retryAfterSeconds: 2,
  });
}
