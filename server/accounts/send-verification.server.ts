import { createHash, randomBytes } from "node:crypto";
import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { mayMail, queueEmail } from "#server/email/queue-email.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { type AccountTokenPurpose, accountTokenLifetimes, verificationLink } from "./account-links.ts";
import { requireUser } from "./user-views.server.ts";

/** Queues the mail that proves a person's address, in the caller's transaction, unless it was mailed often just now. */
export async function sendVerification(context: Context, em: EntityManager, user: User): Promise<void> {
  if (!(await mayMail(context, user.email))) return;
  const { id, token } = await issueAccountToken(em, {
    user,
    purpose: "verify_email",
    email: user.email,
    now: context.clock.now(),
  });
  await queueEmail(em, context, {
    key: `verify-email:${id}`,
    template: "verify-email",
    recipient: user.email,
    props: { name: "", link: verificationLink(context.publicUrl, user.email, token) },
  });
}

/**
 * Whether the signed-in person has a verified address that nobody has proven: the link was opened without the account,
 * by a mail scanner perhaps.
 * @throws ShopError `unauthenticated`
 */
export async function lacksProof(context: Context): Promise<boolean> {
  const { id } = requireUser(context);
  return (await context.em.fork().count(User, { id, isVerified: true, emailProvenAt: null })) > 0;
}

/**
 * Mails the signed-in person a new verification link; earlier ones keep working until they expire. Says whether a
 * mail went out: none does once the address is proven, by opening a link while signed in.
 * @throws ShopError `unauthenticated`, `rate_limited`.
 */
export async function resendVerification(context: Context): Promise<boolean> {
  const { id } = requireUser(context);
  await countAgainstLimit(context, "account-mail", `verify:${id}`);
  return context.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, id);
    if (user.emailProvenAt) return false;
    await sendVerification(context, em, user);
    return true;
  });
}

/**
 * Records that a link mailed to a person's address was opened. The first time, a job grants research access; later
 * times change nothing, so that access which staff removed stays removed. It gives nothing that belongs to somebody
 * else: anyone who opened the link may not be the owner of the account. Runs in the caller's transaction.
 */
export async function markVerified(em: EntityManager, user: User): Promise<void> {
  if (user.isVerified) return;
  user.isVerified = true;
  await em.flush();
  await enqueueJob(em, "grant-research-access", { userId: user.id });
}

/**
 * Records that a mailed link was opened together with the account, in its session or with its password: the person who
 * reads the mail is the person who signs in. The guest orders made with the address become theirs; later ones, and what
 * the shop knows by the address alone, are theirs from now on (docs/decisions/038). Runs in the caller's transaction.
 */
export async function markProven(em: EntityManager, user: User, now: Date): Promise<void> {
  await markVerified(em, user);
  if (user.emailProvenAt) return;
  user.emailProvenAt = now;
  await em.flush();
  await em.execute(
    "update customer_order set customer_id = ? where customer_id is null and lower(customer_email) = lower(?)",
    [user.id, user.email],
  );
}

/**
 * Makes a link's token for one purpose and one address: it is for the mail only, the database cannot return it. Runs in
 * the caller's transaction.
 */
export async function issueAccountToken(
  em: EntityManager,
  input: { user: User; purpose: AccountTokenPurpose; email: string; now: Date },
) {
  const { token, row } = newAccountToken(input);
  const made = em.create(AccountToken, { user: input.user, ...row });
  await em.flush();
  return { id: made.id, token };
}

/** A link's token, and its row without the user. */
export function newAccountToken({
  purpose,
  email,
  now,
}: {
  purpose: AccountTokenPurpose;
  email: string;
  now: Date;
}) {
  const token = makeAccountToken();
  const row = {
    purpose,
    tokenHash: hashAccountToken(purpose, token),
    email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + accountTokenLifetimes[purpose]),
  };
  return { token, row };
}

export type NewToken = ReturnType<typeof newAccountToken>["row"];

export interface FoundToken {
  token: AccountToken;
  user: User;
}

/**
 * The unexpired token of one of these purposes and its user, both locked until the caller's transaction ends; undefined
 * when there is none. The caller decides whether it was used before, and whether its address still counts.
 */
export async function findAccountToken(
  em: EntityManager,
  rawToken: string,
  purposes: readonly AccountTokenPurpose[],
  now: Date,
): Promise<FoundToken | undefined> {
  const token = await em.findOne(AccountToken, {
    tokenHash: { $in: purposes.map((purpose) => hashAccountToken(purpose, rawToken)) },
    expiresAt: { $gt: now },
  });
  if (!token) return undefined;
  // The user first, always: two requests that lock in the same order never wait for each other.
  const user = await em.findOne(
    User,
    { id: token.user.id, erasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ["passwordHash"], refresh: true },
  );
  if (!user) return undefined;
  // A change of password may have deleted the token while we waited.
  const locked = await em.findOne(
    AccountToken,
    { id: token.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return locked ? { token: locked, user } : undefined;
}

/** The token in a mailed link: 256 random bits. */
export function makeAccountToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database stores. The purpose is part of it, so that a token opens nothing but what it was made for. */
export function hashAccountToken(purpose: AccountTokenPurpose, token: string): string {
  return createHash("sha256").update(`${purpose}\n${token}`).digest("hex");
}
