import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { AuditEntry, User } from "#db/entities/index.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { readEnvironment, wantsDemoData } from "#server/core/env.server.ts";
import { log } from "#server/core/log.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { DEMO_PASSWORD, demoSignIns } from "./demo-sign-ins.ts";
import { endAccess } from "./end-access.server.ts";
import { verifyPassword } from "./password.server.ts";

/**
 * Accounts with the published password of the README. Checks the rows, because demo data stays in a database that goes
 * live or is restored elsewhere. Accounts with a new password are not included.
 */
export async function findKnownSignIns(em: EntityManager): Promise<User[]> {
  const accounts: User[] = [];
  for (const user of await findDemoAccounts(em)) {
    if (user.passwordHash && (await hidesKnownPassword(user.passwordHash))) accounts.push(user);
  }
  return accounts;
}

/** What came of each hash that was looked at. It never changes, and each look takes 30 ms of a processor. */
const lookedAt = new Map<string, boolean>();
/** More than there are demo accounts, however often their passwords change between two starts. */
const MOST_LOOKED_AT = 1000;

/** Every page of the dashboard asks this: it may cost no hash, and may not wait behind those who sign in. */
async function hidesKnownPassword(hash: string): Promise<boolean> {
  const before = lookedAt.get(hash);
  if (before !== undefined) return before;
  const hides = await verifyPassword(hash, DEMO_PASSWORD);
  if (lookedAt.size >= MOST_LOOKED_AT) lookedAt.clear();
  lookedAt.set(hash, hides);
  return hides;
}

/**
 * Suspends them, with their sessions and API keys, before others can reach the shop. Returns their addresses. Runs in
 * the caller's transaction.
 */
export async function closeKnownSignIns(em: EntityManager, now = new Date()): Promise<string[]> {
  const users = await findKnownSignIns(em);
  if (users.length === 0) return [];
  for (const user of users) {
    user.isActive = false;
    em.create(AuditEntry, {
      at: now,
      actor: null,
      actorName: actorName({ kind: "system" }),
      area: "users",
      action: "suspended",
      subjectId: String(user.id),
      subjectName: user.name,
      before: { isActive: true },
      after: { isActive: false },
      revertOf: null,
      requestId: "start",
    });
  }
  await em.flush();
  const shop = { actor: { kind: "system" }, clock: { now: () => now }, requestId: "start" } as const;
  for (const { id } of users) await endAccess(shop, em, id, "suspended");
  const accounts = users.map(({ email }) => email);
  log(
    "error",
    "Demo accounts with the password of the README were in this database and are suspended. Make an administrator of your own with npm run admin:create.",
    { accounts },
  );
  return accounts;
}

/** Whether sign-in screens may list the demo sign-ins: only on this machine, where they exist and work. */
export async function showDemoSignIns({
  em,
  fromThisMachine,
}: Pick<Context, "em" | "fromThisMachine">): Promise<boolean> {
  if (!fromThisMachine || !wantsDemoData(readEnvironment())) return false;
  return (await findDemoAccounts(em.fork())).length > 0;
}

/** The active ones with any password. */
export async function findDemoAccounts(em: EntityManager): Promise<User[]> {
  const emails = sql.join(demoSignIns.map(({ email }) => email));
  const usernames = sql.join(demoSignIns.map(({ username }) => username));
  const rows = await typedSql(em)
    .selectFrom("user_account")
    .where("is_active", "=", true)
    .where("password_hash", "is not", null)
    .where(condition`lower(email) in (${emails}) or lower(username) in (${usernames})`)
    .select("id")
    .execute();
  if (rows.length === 0) return [];
  return em.find(User, { id: { $in: rows.map(({ id }) => id) } }, { populate: ["passwordHash"] });
}
