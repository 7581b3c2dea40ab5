import { getOrm } from "#db/orm.server.ts";
import { type Environment, readEnvironment } from "#server/core/env.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { connectSandbox, sandboxConnection } from "#server/payments/sandbox-connection.ts";
import { startStripeSandbox } from "#server/sandbox/sandbox-listener.server.ts";

/**
 * Starts the stand-ins for Stripe and PayPal (`server/sandbox/`) and lets the shop's payments go there. Events go to
 * `webhookUrl`, the shop's own unless given, or to nobody. Needs a migrated and seeded database.
 * @throws Error when a key of Stripe's is set
 */
export async function startSandbox({ webhookUrl }: { webhookUrl?: string | null } = {}) {
  const environment = readEnvironment();
  const running = await startStripeSandbox({
    secret: await signingSecret(getOrm().em.fork()),
    shopUrl: (environment.PUBLIC_URL ?? `http://${environment.HOST}:${environment.PORT}`).replace(/\/$/, ""),
    webhookUrl: webhookUrl === undefined ? ownWebhookUrl(environment) : webhookUrl,
  });
  connectSandbox(running);
  return {
    port: running.port,
    stop: async () => {
      if (sandboxConnection() === running) connectSandbox(undefined);
      await running.stop();
    },
  };
}

/** The shop of this same process, reached without the proxy that may stand before its public address. */
function ownWebhookUrl({ HOST, PORT }: Environment): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/webhooks/stripe`;
}
