import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, OutboxEmail, User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { isStaff } from "#server/core/roles.ts";
import { mayMail, queueEmail, tellOwner } from "#server/email/queue-email.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { undoEmailChangeLink, verificationLink } from "./account-links.ts";
import { endAccess } from "./end-access.server.ts";
import { eraseUser } from "./erase-account.server.ts";
import {
  type FoundToken,
  findAccountToken,
  hashAccountToken,
  issueAccountToken,
  makeAccountToken,
  markProven,
} from "./send-verification.server.ts";
import { queuePasswordReset } from "./set-password.server.ts";
import { greetedAs } from "./user-view.ts";
import { findUserBy, lockAdministrators, requireUser } from "./user-views.server.ts";

/**
 * Requests a new address. A job writes the mails, so that neither the response nor its time tells whether the address
 * has an account. The newest request replaces earlier ones. Runs in the caller's transaction, with the user locked.
 * @throws ShopError `rate_limited`
 */
export async function requestEmailChange(
  context: Context,
  em: EntityManager,
  user: User,
  newEmail: string,
): Promise<void> {
  await countAgainstLimit(context, "account-mail", `change-email:${user.id}`);
  const now = context.clock.now();
  await em.nativeDelete(AccountToken, { user: user.id, purpose: "change_email" });
  // Nobody knows this token: the job replaces it.
  const { id } = await issueAccountToken(em, { user, purpose: "change_email", email: newEmail, now });
  await enqueueJob(em, "send-email-change", { tokenId: id });
}

/**
 * The job behind a change of address: mails the new address a confirmation link, unless it has an account, and notifies
 * the old one. Harmless when it runs twice, or after the change was cancelled.
 */
export async function sendEmailChange(context: Context, { tokenId }: { tokenId: number }): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const request = await em.findOne(
      AccountToken,
      { id: tokenId, purpose: "change_email", usedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const [key, keyThere] = [`email-change-requested:${tokenId}`, `confirm-email:${tokenId}`];
    // Either may be missing: an address may have had its share of mails.
    if (!request || (await em.count(OutboxEmail, { key: { $in: [key, keyThere] } }))) return;
    const newEmail = request.email;
    const user = await em.findOneOrFail(User, request.user.id);
    const mayMailThere = await mayMail(context, newEmail);
    if (!(await findUserBy(em, "email", newEmail)) && mayMailThere) {
      const token = makeAccountToken();
      request.tokenHash = hashAccountToken("change_email", token);
      await queueEmail(em, context, {
        key: keyThere,
        template: "confirm-email",
        recipient: newEmail,
        props: { name: "", link: verificationLink(context.publicUrl, newEmail, token) },
      });
    }
    await tellOwner(context, em, Boolean(user.emailProvenAt), {
      key,
      template: "email-changed",
      recipient: user.email,
      props: {
        name: greetedAs(user),
        newEmail,
        stage: "requested",
        link: `${context.publicUrl}/forgot-password`,
      },
    });
  });
}

/** Whether an account may take this address: nobody else has it. */
export async function isFreeFor(em: EntityManager, user: User, email: string): Promise<boolean> {
  const owner = await findUserBy(em, "email", email);
  return !owner || owner.id === user.id;
}

/**
 * Applies a changed address, now that its link was opened together with the account, and notifies the old address.
 * Harmless when it did so before. Runs in the caller's transaction, with token and user locked, and the address free.
 */
export async function confirmEmailChange(
  context: Context,
  em: EntityManager,
  { token, user }: FoundToken,
): Promise<void> {
  if (token.usedAt) return;
  const { email: oldEmail, emailProvenAt } = user;
  user.email = token.email;
  user.emailProvenAt = null;
  token.usedAt = context.clock.now();
  await em.flush();
  if (!isSameAddress(oldEmail, user.email)) {
    const change = {
      by: "its owner",
      oldEmail,
      wasProven: emailProvenAt !== null,
      exceptLink: token.id,
    } as const;
    await followNewAddress(context, em, user, change);
  }
  await markProven(em, user, context.clock.now());
}

interface AddressChange {
  by: "its owner" | "staff";
  oldEmail: string;
  /** The old address was proven together with the account. */
  wasProven: boolean;
  /** The used link that brought the change about. */
  exceptLink?: number;
}

/**
 * Does what follows every change of an account's address, no matter who made it: earlier sessions and links end, and
 * the old address is notified, with a link that undoes the change. An unproven address gets no such link: it may be
 * mistyped, and the owner of that mailbox must not get the account. Runs in the caller's transaction, with the account
 * locked and its new address written.
 */
export async function followNewAddress(
  context: Context,
  em: EntityManager,
  user: User,
  { by, oldEmail, wasProven, exceptLink }: AddressChange,
): Promise<void> {
  const act = by === "staff" ? "address changed by staff" : "address changed";
  await endAccess(context, em, user.id, act, exceptLink === undefined ? {} : { exceptLink });
  const undo = wasProven
    ? await issueAccountToken(em, {
        user,
        purpose: "undo_email_change",
        email: oldEmail,
        now: context.clock.now(),
      })
    : null;
  await tellOwner(context, em, wasProven, {
    key: `email-changed:${user.id}:${user.version}`,
    template: "email-changed",
    recipient: oldEmail,
    props: {
      name: wasProven ? user.name : "",
      newEmail: user.email,
      stage: "changed",
      ...(undo ? { link: undoEmailChangeLink(context.publicUrl, undo.token) } : {}),
    },
  });
}

/** The signed-in person's new address that still waits for its confirmation, or null. */
export async function findPendingEmail(context: Context): Promise<string | null> {
  const token = await context.em.findOne(AccountToken, {
    user: requireUser(context).id,
    purpose: "change_email",
    usedAt: null,
    expiresAt: { $gt: context.clock.now() },
  });
  return token?.email ?? null;
}

/*
 * "This was not me": what anyone who reads mail at the old address of an account may do about a change of address that
 * took effect, for a week (docs/security.md).
 */

/** What the link's page shows. */
export interface UndoableEmailChange {
  username: string;
  /** The address that the account returns to. */
  email: string;
}

/** The change that a link undoes, without doing so; undefined when the link is not, or no longer, valid. */
export async function findUndoableEmailChange(
  context: Context,
  token: string,
): Promise<UndoableEmailChange | undefined> {
  return context.em.fork().transactional(async (em) => {
    const row = await findAccountToken(em, token, ["undo_email_change"], context.clock.now());
    return row && { username: row.user.username, email: row.token.email };
  });
}

/**
 * Restores the old address of an account. Anyone who moved it loses access: sessions, API keys, mailed links, second
 * factors and the password that they knew end, and the old address is mailed a link for a new one. A staff account is
 * suspended as well, until an administrator has made sure who asks: a mailbox alone must not get around its second
 * factor. The last administrator cannot be suspended, and has nobody to ask.
 * @throws ShopError `bad_request` when the link is not good, `conflict` when the address has a proven account by now
 */
export async function undoEmailChange(context: Context, { token }: { token: string }) {
  return inTransaction(context.em, async (em) => {
    const administrators = await lockAdministrators(em);
    const row = await findAccountToken(em, token, ["undo_email_change"], context.clock.now());
    if (!row) throw invalidUndoLink();
    const { user, token: link } = row;
    await makeRoom(context, em, user, link.email);
    // Anyone who changed the address may have changed it again: the undo links of those changes are theirs.
    const later = { user: user.id, purpose: "undo_email_change", id: { $gte: link.id } } as const;
    const addresses = [user.email, ...(await em.find(AccountToken, later)).map(({ email }) => email)];
    const { email: movedTo, isActive: wasActive } = user;
    const isLast = administrators.length === 1 && administrators[0] === user;
    user.email = link.email;
    user.passwordHash = null;
    user.hasWeakPassword = false;
    user.emailProvenAt = null;
    if (isStaff(user.role) && !isLast) user.isActive = false;
    await em.flush();
    await endAccess(context, em, user.id, "change of address undone");
    await em.nativeDelete(AccountToken, later);
    await unlinkOrders(em, user, addresses);
    await recordChange(em, context, {
      area: "users",
      action: "change of address undone",
      subjectId: user.id,
      subjectName: user.name,
      before: { email: movedTo, isActive: wasActive },
      after: { email: user.email, isActive: user.isActive },
    });
    // Nothing opens it.
    if (!user.isActive) return { passwordLinkSentTo: null };
    await queuePasswordReset(context, em, user);
    return { passwordLinkSentTo: user.email };
  });
}

/**
 * The address may have an account again: one that somebody opened to keep the owner out, or the record of a guest who
 * bought with it. Nobody has proven it, and the link's holder reads its mail: it is removed, and its guest orders
 * follow the address.
 */
async function makeRoom(context: Context, em: EntityManager, user: User, email: string): Promise<void> {
  const other = await findUserBy(em, "email", email);
  if (!other || other.id === user.id) return;
  if (other.emailProvenAt || isStaff(other.role)) {
    throw new ShopError("conflict", "Another account uses this address by now. Please write to us for help.");
  }
  await em.execute(
    "update customer_order set customer_id = null where customer_id = ? and lower(customer_email) = lower(?)",
    [other.id, email],
  );
  await eraseUser(context, em, other.id);
}

/** Orders with an address that is not the owner's belong to somebody else. */
async function unlinkOrders(em: EntityManager, user: User, addresses: readonly string[]): Promise<void> {
  for (const address of addresses.filter((address) => !isSameAddress(address, user.email))) {
    await em.execute(
      "update customer_order set customer_id = null where customer_id = ? and lower(customer_email) = lower(?)",
      [user.id, address],
    );
  }
}

/** One refusal for every invalid link, so that it tells nobody which accounts there are. */
export function invalidUndoLink(): ShopError {
  return new ShopError(
    "bad_request",
    "This link has been used, or has expired. If somebody else has your account, please write to us.",
  );
}
