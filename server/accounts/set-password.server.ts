import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { isStaff } from "#server/core/roles.ts";
import { mayMail, queueEmail, tellOwner } from "#server/email/queue-email.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { passwordLink } from "./account-links.ts";
import { endAccess, forgetSecondFactors } from "./end-access.server.ts";
import { endUnprovenPasskeys } from "./own-passkeys.server.ts";
import { hashPassword, needsStaffPassword, requireGoodPassword } from "./password.server.ts";
import { requirePasswordAndCode } from "./second-factor.server.ts";
import {
  type FoundToken,
  findAccountToken,
  issueAccountToken,
  markProven,
} from "./send-verification.server.ts";
import { forgetWrongPasswords } from "./sign-in.server.ts";
import { greetedAs, signsInAs } from "./user-view.ts";
import { findUserBy, requireUser } from "./user-views.server.ts";

/**
 * Changes the signed-in person's password. Their other devices are signed out, their API keys end, and mailed links
 * that could change the account become void. This device stays signed in. @throws ShopError `unauthenticated`,
 * `validation_failed` (wrong current password or code, or a new one that is too weak for staff), `rate_limited`.
 */
export async function changePassword(
  context: Context,
  input: { currentPassword: string; newPassword: string; code?: string | undefined },
): Promise<void> {
  const actor = requireUser(context);
  const { currentPassword: password, newPassword, code } = input;
  await requirePasswordAndCode(context, actor, { password, code }, "currentPassword");
  await requireGoodPassword(
    context,
    await context.em.fork().findOneOrFail(User, actor.id),
    "newPassword",
    newPassword,
  );
  const passwordHash = await hashPassword(newPassword);
  const now = context.clock.now();
  await context.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    user.passwordHash = passwordHash;
    user.hasWeakPassword = false;
    await em.flush();
    const endedKeys = await endAccess(context, em, user.id, "password changed");
    await tellOwner(context, em, Boolean(user.emailProvenAt), {
      key: `password-changed:${user.id}:${now.getTime()}`,
      template: "password-changed",
      recipient: user.email,
      props: {
        name: greetedAs(user),
        endedKeys,
        resetLink: `${context.publicUrl}/forgot-password`,
      },
    });
  });
}

/**
 * Sets a new password with a mailed link, which works once. It ends every session and API key and voids every other
 * mailed link of the account, so that an intruder loses access. Link and new password together prove the address. If
 * nobody had proven it before, the second factor may belong to a stranger who registered first, so it ends, too.
 * @throws ShopError `bad_request` when the link is invalid, `validation_failed` for a password that is too weak for
 * staff.
 */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  // Check before hashing, which an attacker could otherwise make us pay for.
  const owner = await findPasswordOwner(context, token);
  if (!owner) throw invalidPasswordLink();
  await requireGoodPassword(context, owner, "newPassword", newPassword);
  const passwordHash = await hashPassword(newPassword);
  await context.em.fork().transactional(async (em) => {
    const row = await findUnusedPasswordToken(em, token, context.clock.now());
    if (!row) throw invalidPasswordLink();
    const { user } = row;
    user.passwordHash = passwordHash;
    user.hasWeakPassword = false;
    row.token.usedAt = context.clock.now();
    await em.flush();
    await endAccess(context, em, user.id, "password reset", { exceptLink: row.token.id });
    // Never that of staff: an administrator resets it after verifying the person.
    if (!user.emailProvenAt && !isStaff(user.role)) await forgetSecondFactors(em, user.id);
    await endUnprovenPasskeys(context, em, user);
    await markProven(em, user, context.clock.now());
  });
  await forgetWrongPasswords(context, owner);
}

/**
 * Requests a reset link. A job checks whether the address has an account, so that neither the response nor its time
 * tells (docs/rules.md#accounts-2).
 * @throws ShopError `rate_limited`, by client address alone: nobody can keep others from requesting theirs.
 */
export async function requestPasswordReset(context: Context, { email }: { email: string }): Promise<void> {
  await countAgainstLimit(context, "forgot-password");
  await context.em.fork().transactional((em) => enqueueJob(em, "send-password-reset", { email }));
}

/** The job behind "forgot password": mails a link when the address has an active account. */
export async function sendPasswordReset(context: Context, { email }: { email: string }): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const user = await findUserBy(em, "email", email);
    if (!user?.isActive || user.erasedAt || !(await mayMail(context, user.email))) return;
    await queuePasswordReset(context, em, user);
  });
}

/** Queues the mail with the link, in the caller's transaction. Only the newest of several links works. */
export async function queuePasswordReset(context: Context, em: EntityManager, user: User): Promise<void> {
  await em.nativeDelete(AccountToken, { user: user.id, purpose: "reset_password" });
  const { id, token } = await issueAccountToken(em, {
    user,
    purpose: "reset_password",
    email: user.email,
    now: context.clock.now(),
  });
  await queueEmail(em, context, {
    key: `reset-password:${id}`,
    template: "reset-password",
    recipient: user.email,
    props: {
      name: greetedAs(user),
      username: signsInAs(user),
      link: passwordLink(context.publicUrl, token),
    },
  });
}

/**
 * Queues the link with which a guest turns the customer record of their order into an account
 * (docs/rules.md#orders-11), in the caller's transaction. At most one an hour.
 */
export async function sendSetPassword(
  context: Context,
  em: EntityManager,
  user: User,
  { isRegistering = false }: { isRegistering?: boolean } = {},
): Promise<void> {
  const now = context.clock.now();
  await giveMemorableUsername(em, user);
  const { token } = await issueAccountToken(em, { user, purpose: "set_password", email: user.email, now });
  await queueEmail(em, context, {
    key: `set-password:${user.id}:${now.toISOString().slice(0, 13)}`,
    template: "set-password",
    recipient: user.email,
    props: {
      // Strangers can register with the address of a guest; what a guest typed, they paid for.
      name: isRegistering ? greetedAs(user) : user.name,
      username: user.username,
      link: passwordLink(context.publicUrl, token),
      isRegistering,
    },
  });
}

/** A guest's record has a generated username. Where the address is free as one, its owner will remember that. */
async function giveMemorableUsername(em: EntityManager, user: User): Promise<void> {
  if (!user.username.startsWith("guest-") || user.email.length > MAX_USERNAME_LENGTH) return;
  if (await findUserBy(em, "username", user.email)) return;
  user.username = user.email;
  await em.flush();
}

const MAX_USERNAME_LENGTH = 100;

/** What the reset-password page shows for a valid link. */
export interface PasswordLink {
  username: string;
  /** True for a guest's first password, false for a forgotten one. */
  isFirst: boolean;
  /** The password must be strong enough for staff. */
  forStaff: boolean;
}

/** The account whose password a link may set, without using the link up; undefined when it is invalid or expired. */
export async function findPasswordLink(context: Context, token: string): Promise<PasswordLink | undefined> {
  const owner = await findPasswordOwner(context, token);
  return (
    owner && {
      username: owner.username,
      isFirst: !owner.passwordHash,
      forStaff: needsStaffPassword(owner.role),
    }
  );
}

/** The same as a full entity. */
async function findPasswordOwner(context: Context, token: string): Promise<User | undefined> {
  if (token === "") return undefined;
  return context.em.fork().transactional(async (em) => {
    const row = await findUnusedPasswordToken(em, token, context.clock.now());
    return row?.user;
  });
}

/** The token and its user, both locked; undefined unless the link can set a password now. */
async function findUnusedPasswordToken(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<FoundToken | undefined> {
  const row = await findAccountToken(em, token, ["reset_password", "set_password"], now);
  if (!row || row.token.usedAt || !row.user.isActive) return undefined;
  return isSameAddress(row.token.email, row.user.email) ? row : undefined;
}

/** One refusal for every invalid link, so that it tells nobody which accounts there are. */
function invalidPasswordLink(): ShopError {
  return new ShopError("bad_request", "This password reset link is invalid or has expired.");
}
