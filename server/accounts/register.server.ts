import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { mayMail, queueEmail } from "#server/email/queue-email.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import type { Registration } from "./account.schema.ts";
import { hashPassword } from "./password.server.ts";
import { sendVerification } from "./send-verification.server.ts";
import { sendSetPassword } from "./set-password.server.ts";
import { greetedAs, marketingConsent, signsInAs } from "./user-view.ts";
import { findUserBy } from "./user-views.server.ts";

/**
 * Opens an account and has its verification link mailed; signs nobody in. An address that has an account or orders
 * already gets the same answer after the same work, and its owner a mail instead, so that the form does not tell
 * strangers who shops here. The mail says that what was typed is not used; the answer names both cases. Only a taken
 * username is said, since another must be chosen.
 * @throws ShopError `forbidden` (the owner switched registration off), `conflict` (username), `rate_limited`.
 */
export async function register(context: Context, input: Registration): Promise<void> {
  if (!context.settings.customerRegistration) {
    throw new ShopError("forbidden", "Registration is closed at the moment. Please contact us for help.");
  }
  await countAgainstLimit(context, "register");
  // Hash before any lookup, so that every registration takes the same time.
  const passwordHash = await hashPassword(input.password);
  try {
    await context.em.transactional((em) => openAccount(context, em, input, passwordHash));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Somebody took the name or address at the same moment: the second attempt finds it.
    await context.em.fork().transactional((em) => openAccount(context, em, input, passwordHash));
  }
}

/** Runs the same statements whether the address is new or not. A job sends the mail, which takes longest. */
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
  const madeId = await insertAccount(em, input, passwordHash, context.clock.now());
  await enqueueJob(em, "answer-registration", { email: input.email, madeId });
}

/** The new account's id; null when the address already has an account. */
async function insertAccount(
  em: EntityManager,
  { name, email, username, emailOptIn }: Registration,
  passwordHash: string,
  now: Date,
): Promise<number | null> {
  const consent = marketingConsent(emailOptIn, now, "registration");
  const [made] = await rawRows(
    em,
    idRow,
    `insert into user_account (name, email, username, password_hash, email_opt_in, email_consent_at,
                               email_consent_source, email_consent_wording, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (lower(email)) do nothing returning id`,
    [
      name,
      email,
      username,
      passwordHash,
      consent.emailOptIn,
      consent.emailConsentAt,
      consent.emailConsentSource,
      consent.emailConsentWording,
      now,
      now,
    ],
  );
  return made?.id ?? null;
}

/**
 * The job after a registration: mails the verification link of a new account, or tells the owner of an existing
 * account.
 */
export async function handleRegistration(
  context: Context,
  { email, madeId }: { email: string; madeId: number | null },
): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const made = madeId === null ? null : await em.findOne(User, { id: madeId, erasedAt: null });
    if (made) return sendVerification(context, em, made);
    const owner = madeId === null ? await findUserBy(em, "email", email) : null;
    if (owner) await notifyOwner(context, em, owner);
  });
}

/** At most one mail an hour, however often strangers enter the address. */
async function notifyOwner(context: Context, em: EntityManager, owner: User): Promise<void> {
  if (!(await mayMail(context, owner.email)) || !owner.isActive) return;
  if (!owner.passwordHash) return sendSetPassword(context, em, owner, { isRegistering: true });
  const hour = context.clock.now().toISOString().slice(0, 13);
  await queueEmail(em, context, {
    key: `account-exists:${owner.id}:${hour}`,
    template: "account-exists",
    recipient: owner.email,
    props: {
      name: greetedAs(owner),
      username: signsInAs(owner),
      signInLink: `${context.publicUrl}/login`,
      resetLink: `${context.publicUrl}/forgot-password`,
    },
  });
}
