import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, type User } from "#db/entities/index.ts";
import { isStaff } from "#server/access/roles.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { eraseUser } from "../account/erase-account.server.ts";
import { findUserBy, lockAdministrators } from "../account/user-views.server.ts";
import { queuePasswordReset } from "../passwords/password-links.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { findAccountToken } from "./account-tokens.server.ts";
import { isSameAddress } from "./same-address.ts";

/*
 * "This was not me": what whoever reads mail at the old address of an account may do about a change of address that took
 * effect, for a week (docs/security.md).
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

/** The result. */
export interface UndoneEmailChange {
  /**
   * The address to which the link for a new password was mailed; null while the account is suspended, and nothing opens
   * it.
   */
  passwordLinkSentTo: string | null;
}

/**
 * Restores the old address of an account. Whoever moved it loses access: sessions, API keys, mailed links, second
 * factors and the password that they knew end, and the old address is mailed a link for a new one. A staff account is
 * suspended as well, until an administrator has made sure who asks: a mailbox alone must not get around its second
 * factor. The last administrator cannot be suspended, and has nobody to ask.
 * @throws ShopError `bad_request` when the link is not good, `conflict` when the address has a proven account by now
 */
export async function undoEmailChange(
  context: Context,
  { token }: { token: string },
): Promise<UndoneEmailChange> {
  return inTransaction(context.em, async (em) => {
    const administrators = await lockAdministrators(em);
    const row = await findAccountToken(em, token, ["undo_email_change"], context.clock.now());
    if (!row) throw invalidUndoLink();
    const { user, token: link } = row;
    await makeRoom(context, em, user, link.email);
    // Whoever changed the address may have changed it again: the undo links of those changes are theirs.
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
    await giveOrdersBack(em, user, addresses);
    await recordChange(em, context, {
      area: "users",
      action: "change of address undone",
      subjectId: user.id,
      subjectName: user.name,
      before: { email: movedTo, isActive: wasActive },
      after: { email: user.email, isActive: user.isActive },
    });
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
async function giveOrdersBack(em: EntityManager, user: User, addresses: readonly string[]): Promise<void> {
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
