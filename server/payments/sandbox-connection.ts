/** The stand-ins for Stripe and PayPal that run beside the shop: where they listen, and the keys that they know. */
export interface SandboxConnection {
  /** On 127.0.0.1. */
  port: number;
  secretKey: string;
  webhookSecret: string;
  payPal: { clientId: string; clientSecret: string; webhookId: string };
}

/** Shared by all copies of this module in the process: the server's bundle and what start.ts runs beside it. */
const holder = globalThis as { sandboxConnection?: SandboxConnection | undefined };

/** None before they were started (`server/process/sandbox.server.ts`), and where the shop has keys of Stripe's. */
export function sandboxConnection(): SandboxConnection | undefined {
  return holder.sandboxConnection;
}

/** From here on payments go there; `undefined` ends it. */
export function connectSandbox(connection: SandboxConnection | undefined): void {
  holder.sandboxConnection = connection;
}
