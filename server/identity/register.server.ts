import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { mayMail } from "#server/email/may-mail.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import type { Registration } from "./account.schema.ts";
import { findUserBy } from "./find-user-by.server.ts";
import { greetedAs } from "./greeted-as.ts";
import { hashPassword } from "./hash-password.server.ts";
import { marketingConsent } from "./marketing-consent.ts";
import { sendSetPassword } from "./send-set-password.server.ts";
import { sendVerification } from "./send-verification.server.ts";

/**
 * Opens an account and mails its verification link; signs nobody in. An address that has an account already gets
 * the same answer, and its owner a mail instead, so that the form does not tell strangers who shops here. Only a
 * taken username is said, since another must be chosen.
 * @throws ShopError `forbidden` (the owner switched registration off), `conflict` (username), `rate_limited`.
 */
export async function register(context: Context, input: Registration): Promise<void> {
  if (!context.settings.customerRegistration) {
    throw new ShopError("forbidden", "Registration is closed at the moment. Please contact us for help.");
  }
  await countAgainstLimit(context, "register");
  // Before anything is looked up, so that every registration takes the same time.
  const passwordHash = await hashPassword(input.password);
  try {
    await context.em.transactional((em) => openAccount(context, em, input, passwordHash));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Somebody took the name or address in the same moment: this time it is found.
    await context.em.fork().transactional((em) => openAccount(context, em, input, passwordHash));
  }
}

async function openAccount(
  context: Context,
  em: EntityManager,
  input: Registration,
  passwordHash: string,
): Promise<void> {
  if (await findUserBy(em, "username", input.username)) {
    throw new ShopError("conflict", "This username is already taken.", {
      fields: { username: ["This username is already taken"] },
    });
  }
  const owner = await findUserBy(em, "email", input.email);
  if (owner) return tellOwner(context, em, owner);
  const now = context.clock.now();
  const user = em.create(User, {
    name: input.name,
    email: input.email,
    username: input.username,
    passwordHash,
    ...marketingConsent(input.emailOptIn, now, "registration"),
    createdAt: now,
  });
  await em.flush();
  await sendVerification(context, em, user);
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
