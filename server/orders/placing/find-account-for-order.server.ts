import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import type { CheckoutDetails } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { condition, truth, typedSql } from "#server/core/typed-sql.server.ts";
import { SOFT_OPT_IN_SOURCE, softOptInOf } from "#server/identity/account/marketing-consent.ts";
import { passwordLink } from "#server/identity/verification/account-links.ts";
import { issueAccountToken } from "#server/identity/verification/account-tokens.server.ts";

interface OrderAccount {
  userId: number | null;
  /** The link that turns it into an account; only where it has no password yet. */
  setPassword: { username: string; link: string } | null;
}

const LONGEST_USERNAME = 100;

/**
 * The customer record of a guest's order (docs/rules.md#orders-11): with `customerAccountCreation` on automatic,
 * creates one without a password. An existing record gets the order only when its address was proven, by a mailed link
 * opened while signed in, or when it has no password. Otherwise an attacker who registers a stranger's address, and
 * waits for its owner or a mail scanner to open the link, could read the stranger's orders.
 */
export async function findAccountForOrder(
  em: EntityManager,
  context: Context,
  details: CheckoutDetails,
): Promise<OrderAccount> {
  const none = { userId: null, setPassword: null };
  if (context.settings.customerAccountCreation !== "automatic") return none;
  await insertCustomer(em, details, context.clock.now());
  const account = await typedSql(em)
    .selectFrom("user_account")
    .where(condition`lower(email) = lower(${details.customerEmail}) and is_active`)
    .where(condition`email_proven_at is not null or password_hash is null`)
    .select(["id", "username", truth`password_hash is null`.as("isGuest")])
    .executeTakeFirst();
  if (!account) return none;
  if (details.softOptIn === false) await endSoftOptIn(em, account.id);
  if (!account.isGuest) return { userId: account.id, setPassword: null };
  const { token } = await issueAccountToken(em, {
    user: em.getReference(User, account.id),
    purpose: "set_password",
    email: details.customerEmail,
    now: context.clock.now(),
  });
  return {
    userId: account.id,
    setPassword: { username: account.username, link: passwordLink(context.publicUrl, token) },
  };
}

/**
 * The username is the address where it fits, because its owner will remember that. A record of before keeps what its
 * owner has said of marketing emails: only a new one can have a soft opt-in.
 */
async function insertCustomer(em: EntityManager, details: CheckoutDetails, now: Date): Promise<void> {
  const { customerEmail: email, billingAddress: address } = details;
  const { emailOptIn, emailConsentAt, emailConsentSource, emailConsentWording } = details.softOptIn
    ? softOptInOf(now)
    : NO_OPT_IN;
  await em.execute(
    `insert into user_account (name, email, username, phone, address, city, postcode, country,
       email_opt_in, email_consent_at, email_consent_source, email_consent_wording)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [
      details.customerName,
      email,
      email.length <= LONGEST_USERNAME ? email : `guest-${randomUUID()}`,
      details.customerPhone,
      address.address.slice(0, 500),
      address.city,
      address.postcode,
      address.country,
      emailOptIn,
      emailConsentAt,
      emailConsentSource,
      emailConsentWording,
    ],
  );
}

const NO_OPT_IN = {
  emailOptIn: false,
  emailConsentAt: null,
  emailConsentSource: "",
  emailConsentWording: "",
};

/** Who refuses with a later order is not mailed on the strength of an earlier one. A consent of theirs stays. */
async function endSoftOptIn(em: EntityManager, userId: number): Promise<void> {
  const { emailOptIn, ...evidence } = NO_OPT_IN;
  await em.nativeUpdate(
    User,
    { id: userId, emailConsentSource: SOFT_OPT_IN_SOURCE },
    { emailOptIn, ...evidence },
  );
}
