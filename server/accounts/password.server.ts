import { hash, verify } from "@node-rs/argon2";
import { User } from "#db/entities/index.ts";
import { WorkQueue } from "#server/core/ceiling.ts";
import type { Context } from "#server/core/context.ts";
import { isReachable, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { isStaff, type Role } from "#server/core/roles.ts";
import { isEasyToGuess } from "./password-strength.ts";

/**
 * Each hash takes 19 MiB and some 30 ms of one of Node's four threads, which also compress and resolve names. Two at a
 * time leave the others free. Behind sixty in the queue, a request waits a second.
 */
const passwordQueue = new WorkQueue({
  name: "password hashes",
  atOnce: 2,
  waiting: 60,
  maxWaitMs: 5000,
  busyMessage: "Too many passwords are being checked at this moment. Please try again in a moment.",
});

/**
 * The argon2id hash of a password, with its salt and parameters in the text (the package's defaults: 19 MiB, 2 passes).
 * @throws ShopError `unavailable` when too many are being hashed
 */
export function hashPassword(password: string): Promise<string> {
  return passwordQueue.run(() => hash(normalPassword(password)));
}

/** The hash of 256 random bits that nobody stored, with the parameters of `hashPassword`. */
export const UNKNOWABLE_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$gnVVG2gef//Q3iVtYa5MtQ$zl10oCJZQwfLv24YRTqlHZ0z6x8P6zLEXUcMlgiH/e4";

/**
 * Whether this is the password that was hashed. Without a hash (unknown user, or an account without a password) it
 * works equally long and returns false, so that timing does not reveal who has an account (docs/rules.md#accounts-2).
 * @throws ShopError `unavailable` when too many are being checked
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const matches = await passwordQueue.run(() =>
    verify(storedHash ?? UNKNOWABLE_HASH, normalPassword(password)),
  );
  return storedHash !== null && matches;
}

/** Keyboards write "ä" as one character or as two: a password is what they mean (NIST SP 800-63B, 3.1.1.2). */
function normalPassword(password: string): string {
  return password.normalize("NFKC");
}

/** Characters; customers need fewer (account.schema.ts). */
export const STAFF_PASSWORD_LENGTH = 12;

/** The person's own names, which attackers try first. */
interface PasswordOwner {
  name: string;
  email: string;
  username: string;
}

/** Whether a person's password must meet the rules for staff: where others than this machine reach the shop. */
export function needsStaffPassword(role: Role): boolean {
  return isStaff(role) && isReachable(readEnvironment());
}

/** Why a password is too weak for staff; null when it is not. */
export async function staffPasswordError(
  password: string,
  { name, email, username }: PasswordOwner,
  storeName: string,
): Promise<string | null> {
  if ([...normalPassword(password)].length < STAFF_PASSWORD_LENGTH) {
    return `Password must be at least ${STAFF_PASSWORD_LENGTH} characters for staff`;
  }
  return (await isEasyToGuess(password, [name, email, username, storeName]))
    ? "This password is easy to guess. Three or four unrelated words are better."
    : null;
}

/**
 * Refuses a new password that is too weak for this person's role. @throws ShopError `validation_failed` naming the
 * form's field
 */
export async function requireGoodPassword(
  context: Pick<Context, "settings">,
  owner: PasswordOwner & { role: Role },
  field: string,
  password: string,
): Promise<void> {
  if (!needsStaffPassword(owner.role)) return;
  const weakPassword = await staffPasswordError(password, owner, context.settings.storeName);
  if (weakPassword)
    throw new ShopError("validation_failed", weakPassword, { fields: { [field]: [weakPassword] } });
}

/**
 * Stores whether today's rules would refuse the password that staff have just signed in with: only now is it available
 * in plain text. Staff with a weak one must choose another (user-views.server.ts).
 */
export async function rememberPasswordStrength(
  context: Pick<Context, "em" | "settings">,
  user: User,
  password: string,
): Promise<void> {
  if (!needsStaffPassword(user.role)) return;
  const isWeak = (await staffPasswordError(password, user, context.settings.storeName)) !== null;
  if (isWeak === user.hasWeakPassword) return;
  await context.em.fork().nativeUpdate(User, user.id, { hasWeakPassword: isWeak });
}
