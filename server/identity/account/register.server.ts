import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { hashPassword } from "../passwords/hash-password.server.ts";
import type { Registration } from "./account.schema.ts";
import { findUserBy } from "./find-user-by.server.ts";
import { marketingConsent } from "./marketing-consent.ts";

/**
 * Opens an account and has its verification link mailed; signs nobody in. An address that has an account already gets
 * the same answer after the same work, and its owner a mail instead, so that the form does not tell strangers who shops
 * here. Only a taken username is said, since another must be chosen.
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

/** The same statements whether the address is new or not: the mails, which take longest, are a job's. */
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

/** The new account's id; null where the address has one. */
async function insertAccount(
  em: EntityManager,
  { name, email, username, emailOptIn }: Registration,
  passwordHash: string,
  now: Date,
): Promise<number | null> {
  const consent = marketingConsent(emailOptIn, now, "registration");
  const rows = await em.execute(
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
  return z.array(z.object({ id: z.number() })).parse(rows)[0]?.id ?? null;
}
