import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, Session, type User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import type { FoundToken } from "./find-account-token.server.ts";
import { findUserBy } from "./find-user-by.server.ts";
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
  const alreadyDone = isSameAddress(user.email, token.email);
  if (token.usedAt) return;
  const oldAddress = user.email;
  user.email = token.email;
  user.emailProvenAt = null;
  token.usedAt = context.clock.now();
  await em.flush();
  // Links that went to the old address, or to another new one, are worth nothing any more.
  await em.nativeDelete(AccountToken, { user: user.id, id: { $ne: token.id } });
  // Who is signed in elsewhere came in when the account was somebody else's, perhaps.
  const here = context.actor.kind === "user" ? context.actor.sessionId : null;
  await em.nativeDelete(Session, { user: user.id, ...(here ? { id: { $ne: here } } : {}) });
  await markProven(em, user, context.clock.now());
  if (!alreadyDone) {
    await queueEmail(em, {
      key: `email-changed:${token.id}`,
      template: "email-changed",
      recipient: oldAddress,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        name: user.name,
        newEmail: user.email,
        stage: "changed",
      },
    });
  }
}
