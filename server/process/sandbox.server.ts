import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import { type Environment, isReachable, readEnvironment } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { signatureOf } from "#server/core/secret.server.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { mainProvider, usesStandIns } from "#server/payments/provider-list.ts";
import { connectSandbox, type SandboxKeys } from "#server/payments/sandbox-connection.server.ts";
import { projectFolder } from "./project-folder.ts";

/** The program. Nothing imports it, and it knows nothing of the shop. */
const PROGRAM = fileURLToPath(new URL("../sandbox/start.ts", import.meta.url));
/** The wait before stand-ins that ended by themselves are started again. */
const REPLACE_PAUSE_MS = 500;

const openSchema = z.object({ port: z.number() });

interface SandboxOptions {
  /** The seed of the keys: every process on one database derives the same ones. */
  secret: string;
  /** Where events go: by default to the shop of this process; null: nowhere. */
  webhookUrl?: string | null;
  /** Beside a shop that is open, whose stand-ins keep the journal. */
  isOnlyRead?: boolean;
  /** The program where it runs already (`openStandIns`). */
  program?: ChildProcess | undefined;
}

export interface SandboxProcess {
  readonly port: number;
  readonly pid: number | undefined;
  /** Stops the stand-ins; what is under way goes on at the next start. */
  stop(): Promise<void>;
}

/**
 * Starts the program by itself, so that it loads its modules while the database starts; `startSandbox` tells it what to
 * do. It ends with this process.
 */
export function openStandIns(): ChildProcess {
  return fork(PROGRAM, [], { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** What the process that starts the stand-ins tells them. */
export function sandboxSettings({ secret, webhookUrl, isOnlyRead }: SandboxOptions) {
  const environment = readEnvironment();
  const shopUrl = environment.PUBLIC_URL ?? `http://${environment.HOST}:${environment.PORT}`;
  return {
    journal: path.resolve(projectFolder, environment.DATA_DIR, "test-payments.jsonl"),
    isOnlyRead,
    isReachable: isReachable(environment),
    keys: sandboxKeys(secret),
    shopUrl: shopUrl.replace(/\/$/, ""),
    webhookUrl: webhookUrl === undefined ? ownWebhookUrl(environment) : webhookUrl,
  };
}

/**
 * Starts the stand-ins for Stripe and PayPal (`server/sandbox/`) as a process of their own, starts them again on the
 * same port whenever they end by themselves, and leaves in the environment where this process and its children find
 * them. Resolves once they listen. Needs a migrated and seeded database.
 * @throws Error when a key of Stripe's is set, or when they end before they ever listened
 */
export async function startSandbox(options: SandboxOptions): Promise<SandboxProcess> {
  if (!usesStandIns(readEnvironment())) {
    throw new Error(`The payment sandbox does not run while ${mainProvider.keys[0]} is set.`);
  }
  const settings = sandboxSettings(options);
  const knownPayments = await findDemoPayments(getOrm().em.fork());
  let child: ChildProcess | undefined;
  let stopping = false;

  const start = (started: ChildProcess, more: object): Promise<number> => {
    child = started;
    return new Promise((resolve, reject) => {
      started.once("error", reject);
      void ending(started).then(({ code, signal }) =>
        reject(new Error(`The stand-ins ended with ${signal ?? code}.`)),
      );
      started.once("message", (message) => resolve(openSchema.parse(message).port));
      started.send({ ...settings, ...more });
    });
  };
  const keepRunning = async (port: number) => {
    while (!stopping) {
      const ended = await ending(child);
      if (stopping) return;
      log("error", "the payment sandbox ended and is started again", ended);
      await wait(REPLACE_PAUSE_MS);
      if (!stopping) await start(openStandIns(), { port }).catch(() => undefined);
    }
  };

  const port = await start(options.program ?? openStandIns(), { knownPayments });
  void keepRunning(port);
  connectSandbox({ port, ...settings.keys });
  return {
    port,
    get pid() {
      return child?.pid;
    },
    stop: async () => {
      stopping = true;
      connectSandbox(undefined);
      if (child?.connected) child.disconnect();
      await ending(child);
    },
  };
}

function ending(child: ChildProcess | undefined): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    const tell = () => resolve({ code: child?.exitCode ?? null, signal: child?.signalCode ?? null });
    if (!child || child.exitCode !== null || child.signalCode !== null) tell();
    else child.once("exit", tell);
  });
}

function sandboxKeys(secret: string): SandboxKeys {
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

/** The shop of this process, reached without the proxy that may stand before its public address. */
function ownWebhookUrl({ HOST, PORT }: Environment): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/webhooks/stripe`;
}

const demoPaymentSchema = z.object({
  provider: z.enum(["stripe", "paypal"]),
  id: z.string(),
  orderId: z.string().nullable(),
  checkoutId: z.string(),
  amount: z.number(),
  at: z.number(),
  refunds: z.array(z.object({ id: z.string(), key: z.string(), amount: z.number(), at: z.number() })),
  dispute: z
    .object({ id: z.string(), amount: z.number(), reason: z.string(), at: z.number(), dueAt: z.number() })
    .nullable(),
});

/** In milliseconds since 1970. */
const time = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

/**
 * The payments of the demo data with what went back of them, as the stand-ins must know them, so that staff can refund
 * them and the books agree with the providers' lists.
 */
export function findDemoPayments(em: EntityManager): Promise<z.infer<typeof demoPaymentSchema>[]> {
  return rawRows(
    em,
    demoPaymentSchema,
    `select payment.provider, payment.provider_payment_id as id, payment.provider_session_id as "orderId",
            payment.checkout_id as "checkoutId", payment.amount, ${time("payment.created_at")} as at,
            coalesce((select json_agg(json_build_object('id', provider_refund_id, 'key', key, 'reason', reason,
                'amount', amount, 'at', ${time("created_at")}) order by id)
              from refund where refund.payment_id = payment.id and provider_refund_id is not null
                and status = 'succeeded'), '[]') as refunds,
            (select json_build_object('id', provider_dispute_id, 'amount', amount, 'reason', reason,
                'at', ${time("opened_at")}, 'dueAt', ${time("coalesce(evidence_due_at, opened_at)")})
              from dispute where dispute.payment_id = payment.id limit 1) as dispute
       from payment join demo_record on table_name = 'payment' and record_id = payment.id::text
      where payment.status in ('succeeded', 'refunded')
      order by payment.id`,
  );
}
