import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { mayMail } from "#server/email/may-mail.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { sendSetPassword } from "../passwords/send-set-password.server.ts";
import { sendVerification } from "../verification/send-verification.server.ts";
import { findUserBy } from "./find-user-by.server.ts";
import { greetedAs } from "./greeted-as.ts";

/**
 * The job behind a registration: mails the link that verifies the address of a new account, or tells whoever has an
 * account at the address already.
 */
export async function answerRegistration(
  context: Context,
  { email, madeId }: { email: string; madeId: number | null },
): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const made = madeId === null ? null : await em.findOne(User, { id: madeId, erasedAt: null });
    if (made) return sendVerification(context, em, made);
    const owner = madeId === null ? await findUserBy(em, "email", email) : null;
    if (owner) await tellOwner(context, em, owner);
  });
}

/** At most one mail an hour, however often a stranger types the address. */
async function tellOwner(context: Context, em: EntityManager, owner: User): Promise<void> {
  if (!(await mayMail(context, owner.email)) || !owner.isActive) return;
  if (!owner.passwordHash) return sendSetPassword(context, em, owner);
  const hour = context.clock.now().toISOString().slice(0, 13);
  await queueEmail(em, {
    key: `account-exists:${owner.id}:${hour}`,
    template: "account-exists",
    recipient: owner.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: greetedAs(owner),
      username: owner.username,
      signInLink: `${context.publicUrl}/login`,
      resetLink: `${context.publicUrl}/forgot-password`,
    },
  });
}
