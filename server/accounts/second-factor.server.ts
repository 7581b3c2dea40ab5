import { randomInt } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { verify } from "otplib";
import { RecoveryCode, TwoFactor, User } from "#db/entities/index.ts";
import { countAgainstLimit, returnToLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { openFor, sealFor, signingSecret } from "#server/core/secret.server.ts";
import { signsOfCode } from "#server/core/text.ts";
import { tellOwner } from "#server/email/queue-email.server.ts";
import type { TwoFactorChange } from "#server/email/templates/security-mails.tsx";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { greetedAs } from "./user-view.ts";
import type { SignedInUser } from "./user-views.server.ts";

/**
 * Accepts a code of the authenticator app, or a recovery code, and uses it up: neither counts twice.
 * @throws ShopError `unauthenticated` (a wrong or used code), `rate_limited`
 */
export async function checkSecondFactor(context: Context, userId: number, code: string): Promise<void> {
  const accountKey = `user:${userId}`;
  await countAgainstLimit(context, "two-factor", accountKey);
  // People type codes as displayed: "123 456", "abcde-fghjk".
  const signs = signsOfCode(code);
  const accepted = /^\d{6}$/.test(signs)
    ? await takeAppCode(context, userId, signs)
    : await takeRecovery(context, userId, signs);
  if (!accepted) {
    log("warn", "a sign-in was refused", { userId, reason: "code", requestId: context.requestId });
    throw new ShopError("unauthenticated", WRONG_CODE, { fields: { code: [WRONG_CODE] } });
  }
  await returnToLimit(context, "two-factor", accountKey);
}

const WRONG_CODE = "This code is not right, or it was used before. Please try the next one.";

async function takeAppCode(context: Context, userId: number, code: string): Promise<boolean> {
  const em = context.em.fork();
  const twoFactor = await em.findOne(TwoFactor, { user: userId, confirmedAt: { $ne: null } });
  if (!twoFactor) return false;
  const secret = openSecret(await signingSecret(em), userId, twoFactor.secret);
  if (!secret) {
    log("error", "an authenticator key cannot be read: COOKIE_SECRET is another one now", { userId });
    return false;
  }
  const step = await timeStepOf(secret, code, { now: context.clock.now(), lastStep: twoFactor.lastStep });
  if (step === undefined) return false;
  const unused = { id: twoFactor.id, $or: [{ lastStep: null }, { lastStep: { $lt: step } }] };
  return (await em.nativeUpdate(TwoFactor, unused, { lastStep: step })) === 1;
}

async function takeRecovery(context: Context, userId: number, signs: string): Promise<boolean> {
  const now = context.clock.now();
  return context.em.fork().transactional(async (em) => {
    if (!(await takeRecoveryCode(em, userId, signs, now))) return false;
    const user = await em.findOneOrFail(User, userId);
    const codesLeft = await em.count(RecoveryCode, { user: userId, usedAt: null });
    await notifyOfTwoFactor(context, em, user, { kind: "recovery-code-used", codesLeft });
    return true;
  });
}

const COUNT = 10;
/** 32 characters, without those that look alike: ten of them are 50 random bits. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz023456789";
const LENGTH = 10;

interface MadeCode {
  /** As displayed, once. */
  code: string;
  /** argon2id, as for passwords: a fast hash is too weak for 50 bits. */
  codeHash: string;
}

/** Ten new codes. Hashing takes a while, so this happens before any transaction. */
export async function makeRecoveryCodes(): Promise<MadeCode[]> {
  const codes: MadeCode[] = [];
  for (let made = 0; made < COUNT; made += 1) {
    const signs = Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
    codes.push({ code: `${signs.slice(0, 5)}-${signs.slice(5)}`, codeHash: await hashPassword(signs) });
  }
  return codes;
}

/** Replaces all of the person's codes. Runs in the caller's transaction. */
export async function replaceRecoveryCodes(
  em: EntityManager,
  userId: number,
  codes: readonly MadeCode[],
  now: Date,
): Promise<void> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  await em.insertMany(
    RecoveryCode,
    codes.map(({ codeHash }) => ({ user: userId, codeHash, createdAt: now })),
  );
}

/** Uses up the recovery code with these characters; false when the person has no such code, or used it before. */
async function takeRecoveryCode(
  em: EntityManager,
  userId: number,
  signs: string,
  now: Date,
): Promise<boolean> {
  if (signs.length !== LENGTH) return false;
  const left = await em.fork().find(RecoveryCode, { user: userId, usedAt: null });
  for (const { id, codeHash } of left) {
    if (!(await verifyPassword(codeHash, signs.toLowerCase()))) continue;
    // Of two requests with the same code, one finds it used.
    return (await em.nativeUpdate(RecoveryCode, { id, usedAt: null }, { usedAt: now })) === 1;
  }
  return false;
}

/** Bound to the user, so that a row copied to somebody else opens nothing. */
const ofUser = (userId: number) => ({ purpose: "two-factor key at rest", owner: `user:${userId}` });

/** Encrypts a person's authenticator key for the database. */
export function sealSecret(signingSecret: string, userId: number, secret: string): string {
  return sealFor(signingSecret, ofUser(userId), secret);
}

/** The decrypted key; undefined when the signing secret has changed, or the row was tampered with. */
export function openSecret(signingSecret: string, userId: number, sealed: string): string | undefined {
  return openFor(signingSecret, ofUser(userId), sealed);
}

/** The lifetime of a code in seconds, in every authenticator app. */
const STEP_SECONDS = 30;

/**
 * The half minute (since 1970) that a six-digit code belongs to, when it is the current step, the one before or the one
 * after: clocks drift. Steps up to `lastStep` are used up. Undefined for a wrong code.
 */
export async function timeStepOf(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null | undefined },
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
    ...(lastStep ? { afterTimeStep: lastStep } : {}),
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** Mails a person about a change to their two-factor sign-in. Runs in the caller's transaction. */
export async function notifyOfTwoFactor(
  context: Context,
  em: EntityManager,
  user: User,
  change: TwoFactorChange,
): Promise<void> {
  await tellOwner(context, em, Boolean(user.emailProvenAt), {
    key: `two-factor:${change.kind}:${user.id}:${context.clock.now().getTime()}`,
    template: "two-factor-changed",
    recipient: user.email,
    props: { name: greetedAs(user), change, resetLink: `${context.publicUrl}/forgot-password` },
  });
}

/**
 * What a person proves again. `code`: from the authenticator app, or a recovery code; only where the sign-in needs one.
 */
export interface Reauthentication {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Requires a signed-in person's password again, and a code where their sign-in needs one: before anything that gives
 * lasting power, which a borrowed device must not have. `field` is the form's name for the password.
 * @throws ShopError `validation_failed` naming the form's field, `forbidden` (below), `rate_limited`
 */
export async function requirePasswordAndCode(
  context: Context,
  actor: SignedInUser,
  { password, code }: Reauthentication,
  field = "password",
): Promise<void> {
  if (!password) throw fieldError(field, "Enter your current password");
  await requireOwnPassword(context, actor, field, password);
  if (!(await hasTwoFactor({ em: context.em.fork() }, actor.id))) return requireOwnPasskey(actor);
  if (!code) throw fieldError("code", "Enter the code of your authenticator app");
  try {
    await checkSecondFactor(context, actor.id, code);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "unauthenticated") throw error;
    // The person stays signed in: only the form is refused.
    throw fieldError("code", error.message);
  }
}

/**
 * Staff whose second factor is a passkey must have signed in with it before they add another: otherwise a stolen
 * password alone would do.
 * @throws ShopError `forbidden`
 */
export function requireOwnPasskey(actor: SignedInUser): void {
  if (actor.mustFirst !== "passkey") return;
  throw new ShopError("forbidden", "Please sign out, and sign in with your passkey first.");
}

function fieldError(field: string, message: string): ShopError {
  return new ShopError("validation_failed", message, { fields: { [field]: [message] } });
}

/**
 * Requires a signed-in person's password again, before something that a borrowed device must not do.
 * @throws ShopError `validation_failed` naming the form's field, `rate_limited`.
 */
export async function requireOwnPassword(
  context: Context,
  actor: SignedInUser,
  field: string,
  password: string,
): Promise<void> {
  const accountKey = `user:${actor.id}`;
  await countAgainstLimit(context, "own-password", accountKey);
  const user = await context.em.fork().findOne(User, actor.id, { populate: ["passwordHash"] });
  if (!(await verifyPassword(user?.passwordHash ?? null, password))) {
    throw new ShopError("validation_failed", "Current password is incorrect", {
      fields: { [field]: ["Current password is incorrect"] },
    });
  }
  await returnToLimit(context, "own-password", accountKey);
}

/** Whether a person's sign-in needs a code. */
export async function hasTwoFactor(context: Pick<Context, "em">, userId: number): Promise<boolean> {
  return (await context.em.count(TwoFactor, { user: userId, confirmedAt: { $ne: null } })) > 0;
}
