import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, Cart, StaffNote, type User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { hashPassword } from "../passwords/password.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { type FoundToken, markProven } from "../verification/send-verification.server.ts";
import {
  type EmailLink,
  findEmailLink,
  invalidLink,
  mayDisown,
} from "../verification/verify-email.server.ts";
import { emptyUser, eraseUser } from "./erase-account.server.ts";
import { lockAdministrators } from "./user-views.server.ts";

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
  await inTransaction(context.em, (em) => findDisownable(em, link, now));
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context.em, async (em) => {
    const { token, user } = await findDisownable(em, link, now);
    await forgetOtherPerson(em, user, now);
    await endAccess(context, em, user.id, "taken over", { keptLink: token.id });
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
export async function deleteStrangersAccount(context: Context, link: EmailLink): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    // Lock in the order of every erasure, before the account: in another order two of them could deadlock.
    await lockAdministrators(em);
    const { user } = await findDisownable(em, link, now);
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

async function findDisownable(em: EntityManager, link: EmailLink, now: Date): Promise<FoundToken> {
  const opened = await findEmailLink(em, link, now);
  if (!mayDisown(opened)) throw invalidLink();
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
