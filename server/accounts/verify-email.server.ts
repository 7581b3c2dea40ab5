import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, Cart, StaffNote, type User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { confirmEmailChange, isFreeFor } from "./change-email.server.ts";
import { endAccess } from "./end-access.server.ts";
import { emptyUser, eraseUser } from "./erase-account.server.ts";
import { hashPassword } from "./password.server.ts";
import { type FoundToken, findAccountToken, markProven, markVerified } from "./send-verification.server.ts";
import { lockAdministrators } from "./user-views.server.ts";

/** The two parts of a mailed link. */
export interface EmailLink {
  email: string;
  token: string;
}

export interface Verification {
  /** What the link does: it verifies an account's address, or changes an account's address to this one. */
  kind: "verified" | "changed";
  email: string;
  /** Whether the link was opened together with the account, so that everything it promises has taken effect. */
  isProven: boolean;
  /** Of the account that the link belongs to, for its sign-in. */
  username: string;
  /** Whether the reader of the mail may take the account over or delete it: nobody has proven yet that it is theirs. */
  mayReport: boolean;
}

/**
 * Opens a mailed link. The address counts as verified from then on, and the same link gives the same answer until it
 * expires, so that a mail scanner that opens it first burns nothing; it signs nobody in. All that belongs to the person
 * behind the address, and a changed address, follow only when the link is opened in a session of its account.
 * @throws ShopError `bad_request` for any link that is not good, whatever is wrong with it.
 */
export async function verifyEmail(context: Context, link: EmailLink): Promise<Verification> {
  const now = context.clock.now();
  return context.em.fork().transactional(async (em) => {
    const opened = await findEmailLink(em, link, now);
    const { token, user } = opened;
    const isOwn = context.actor.kind === "user" && context.actor.id === user.id;
    if (token.purpose === "change_email") {
      if (isOwn) await confirmEmailChange(context, em, opened);
    } else {
      token.usedAt ??= now;
      await (isOwn ? markProven(em, user, now) : markVerified(em, user));
    }
    return viewOf(opened);
  });
}

interface FoundEmailLink extends FoundToken {
  /** The account had another address until lately, whose holder may still undo the change. */
  wasMoved: boolean;
}

/**
 * The link's token and its account, both locked, when the link is good.
 * @throws ShopError `bad_request`
 */
async function findEmailLink(em: EntityManager, link: EmailLink, now: Date): Promise<FoundEmailLink> {
  const opened = await findAccountToken(em, link.token, ["verify_email", "change_email"], now);
  if (!opened || !isSameAddress(opened.token.email, link.email)) throw invalidLink();
  const { token, user } = opened;
  const isCurrent = isSameAddress(user.email, token.email);
  // The address of the account may have changed since the mail went out, or become somebody else's.
  const isGood =
    token.purpose === "verify_email" || token.usedAt ? isCurrent : await isFreeFor(em, user, token.email);
  if (!isGood) throw invalidLink();
  const wayBack = { user: user.id, purpose: "undo_email_change", expiresAt: { $gt: now } } as const;
  return { ...opened, wasMoved: (await em.count(AccountToken, wayBack)) > 0 };
}

/**
 * Whether the link's holder may report the account as not theirs. Not a staff account, nor one that was moved here lately, which
 * belongs to somebody: a mistyped address must not let another person delete it.
 */
function mayReport({ token, user, wasMoved }: FoundEmailLink): boolean {
  const isUnproven = token.purpose === "verify_email" && !user.emailProvenAt;
  return isUnproven && !wasMoved && user.isActive && user.role === "customer";
}

function viewOf(opened: FoundEmailLink): Verification {
  const { token, user } = opened;
  const changes = token.purpose === "change_email";
  return {
    kind: changes ? "changed" : "verified",
    email: token.email,
    isProven: changes ? Boolean(token.usedAt) : Boolean(user.emailProvenAt),
    username: user.username,
    mayReport: mayReport(opened),
  };
}

function invalidLink(): ShopError {
  return new ShopError(
    "bad_request",
    "The verification link is invalid or has expired. Please request a new one.",
  );
}

/*
 * "I did not register this": what the reader of the mail may do about an account that somebody else opened with their
 * address. Only for customers' accounts, and only until somebody opens a link while signed in to the account.
 */

/**
 * Gives the account to the holder of the mailed link, by a new password. The person who opened it loses access: every
 * session, key, mailed link and second factor of theirs ends, and nothing that they entered stays visible. @throws
 * ShopError `bad_request` when the link is invalid, or not meant for this
 */
export async function takeAccountOver(
  context: Context,
  { newPassword, ...link }: EmailLink & { newPassword: string },
): Promise<void> {
  const now = context.clock.now();
  // Check before hashing, which an attacker could otherwise make us pay for.
  await inTransaction(context.em, (em) => findReportable(em, link, now));
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context.em, async (em) => {
    const { token, user } = await findReportable(em, link, now);
    await forgetOtherPerson(em, user, now);
    await endAccess(context, em, user.id, "taken over", { exceptLink: token.id });
    user.passwordHash = passwordHash;
    token.usedAt ??= now;
    await em.flush();
    await markProven(em, user, now);
  });
}

/**
 * Deletes the account that somebody else opened with the link holder's address, who may then register. @throws
 * ShopError `bad_request` when the link is invalid, or not meant for this
 */
export async function deleteReportedAccount(context: Context, link: EmailLink): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    // Lock in the order of every erasure, before the account: in another order two of them could deadlock.
    await lockAdministrators(em);
    const { user } = await findReportable(em, link, now);
    await eraseUser(context, em, user.id);
  });
}

/**
 * Cancels the change of an account to the address of somebody who has nothing to do with it. @throws ShopError
 * `bad_request` when the link is invalid, or the change took effect
 */
export async function declineEmailChange(context: Context, link: EmailLink): Promise<void> {
  await inTransaction(context.em, async (em) => {
    const { token } = await findEmailLink(em, link, context.clock.now());
    if (token.purpose !== "change_email" || token.usedAt) throw invalidLink();
    await em.nativeDelete(AccountToken, { id: token.id });
  });
}

async function findReportable(em: EntityManager, link: EmailLink, now: Date): Promise<FoundToken> {
  const opened = await findEmailLink(em, link, now);
  if (!mayReport(opened)) throw invalidLink();
  return opened;
}

/**
 * What the other person typed and bought stays theirs: orders sent to another address lose their account, and
 * purchases under way become a guest's.
 */
async function forgetOtherPerson(em: EntityManager, user: User, now: Date): Promise<void> {
  const { id, email, username, role, isVerified, hasResearchAccess } = user;
  const values = { name: username, email, username, role, isVerified, hasResearchAccess };
  em.assign(user, { ...emptyUser(id, now), ...values, isActive: true, erasedAt: null });
  await em.flush();
  await em.nativeDelete(Cart, { user: id });
  await em.nativeDelete(StaffNote, { customer: id });
  await em.execute("update checkout set user_id = null where user_id = ?", [id]);
  await em.execute(
    "update customer_order set customer_id = null where customer_id = ? and lower(customer_email) <> lower(?)",
    [id, email],
  );
}
