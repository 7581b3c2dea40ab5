import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { findUserBy } from "../account/find-user-by.server.ts";
import type { FoundToken } from "./find-account-token.server.ts";
import { followNewAddress } from "./follow-new-address.server.ts";
import { markProven } from "./mark-verified.server.ts";
import { isSameAddress } from "./same-address.ts";

/** Whether an account may take this address: nobody else has it. */
export async function isFreeFor(em: EntityManager, user: User, email: string): Promise<boolean> {
  const owner = await findUserBy(em, "email", email);
  return !owner || owner.id === user.id;
}

/**
 * Lets a changed address take effect, now that its link was opened together with the account; the old address is told.
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
      keptLink: token.id,
    } as const;
    await followNewAddress(context, em, user, change);
  }
  await markProven(em, user, context.clock.now());
}
