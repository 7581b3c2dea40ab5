import path from "node:path";
import type { EntityManager } from "@mikro-orm/postgresql";
import pg from "pg";
import { DatabaseStartError } from "#db/embedded/home.ts";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import { closeOrm, getOrm } from "#db/orm.server.ts";
import { seed } from "#db/seed/seed.ts";
import { closeKnownSignIns, findDemoAccounts } from "#server/accounts/demo-accounts.server.ts";
import { DEMO_PASSWORD, demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import { type Environment, wantsDemoData } from "#server/core/env.server.ts";
import { isStaff, roleDisplayName } from "#server/core/roles.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { assertKeysPresent, assertSandboxIsMeant } from "#server/payments/sandbox-connection.server.ts";
import { projectFolder } from "./project-folder.ts";

/** The database of this process, ready to be used. */
export interface OpenDatabase {
  /** It has the demo sign-ins. */
  demo: boolean;
  /** What signatures are made with (`signingSecret`). */
  secret: string;
  /** Closes this process's connections, and stops the embedded server where the database is not somebody else's. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL when DATABASE_URL is unset, migrates the database to the newest schema and fills it
 * when empty. Closes demo accounts that do not belong here before anybody can sign in. Leaves DATABASE_URL,
 * EMBEDDED_DATABASE and an absolute DATA_DIR in the environment. `whileStarting` is called when the embedded server's
 * process runs and the processor would wait for it.
 * @throws StartError; EnvironmentError where only payment keys are missing
 */
export async function openDatabase(
  environment: Environment,
  whileStarting?: () => void,
): Promise<OpenDatabase> {
  assertSandboxIsMeant(environment);
  const dataDir = path.resolve(projectFolder, environment.DATA_DIR);
  process.env.DATA_DIR = dataDir;
  const embedded = environment.DATABASE_URL ? undefined : await startEmbedded(dataDir, whileStarting);
  const url = embedded?.url ?? (await reachable(environment.DATABASE_URL ?? ""));
  process.env.DATABASE_URL = url;
  process.env.EMBEDDED_DATABASE = embedded ? "1" : "";
  const wantsDemo = wantsDemoData(environment, embedded !== undefined);
  let [demo, secret] = [false, ""];
  const finish = async (em: EntityManager) => {
    await assertKeysPresent(em, environment);
    if (!wantsDemo) await closeKnownSignIns(em);
    else demo = (await findDemoAccounts(em)).length > 0;
    secret = await signingSecret(em);
  };
  const stop = async () => {
    await closeOrm();
    await embedded?.stop();
  };
  try {
    await migrate(url);
    await seed(getOrm(), { demo: wantsDemo, finish });
  } catch (error) {
    await stop();
    throw error;
  }
  return { demo, secret, stop };
}

async function startEmbedded(dataDir: string, onBegun: (() => void) | undefined) {
  try {
    return await startEmbeddedPostgres({ dataDir, restartsItself: true, onBegun });
  } catch (error) {
    if (error instanceof DatabaseStartError) throw new StartError(error.message);
    throw error;
  }
}

/** Names the database without the password in its address. */
async function reachable(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new StartError(
      `The database ${pathname.slice(1)} at ${host} cannot be reached: ${reasonOf(error)}.`,
    );
  }
}

/** Node tries several addresses of one name and reports the refusals together, with an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The address to open in a browser on this machine. */
export function shopAddress({ HOST, PORT }: Pick<Environment, "HOST" | "PORT">): string {
  const everywhere = HOST === "0.0.0.0" || HOST === "::";
  const host = everywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** The sign-ins of the demo data, for the terminal. */
export function demoSignInsText(address: string): string {
  const lines = demoSignIns.map(({ username, email, role }) => {
    const loginPath = isStaff(role) ? "/admin/login" : "/login";
    const name = roleDisplayName(role).toLowerCase();
    return `  ${username.padEnd(8)}  ${email.padEnd(20)}  ${name.padEnd(13)}  ${address}${loginPath}`;
  });
  return [`Demo sign-ins, all with the password ${DEMO_PASSWORD}:`, ...lines].join("\n");
}

/** Why the shop cannot start, in one sentence that a person can act on; printed without a stack. */
export class StartError extends Error {}
