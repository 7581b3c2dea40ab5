import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { AccountToken, User } from "#db/entities/index.ts";
import { passwordLink } from "#server/accounts/account-links.ts";
import { type NewToken, newAccountToken } from "#server/accounts/send-verification.server.ts";
import { SOFT_OPT_IN_SOURCE, softOptInOf } from "#server/accounts/user-view.ts";
import type { CheckoutDetails } from "#server/checkout/checkout.ts";
import type { Context } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";

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
  await insertCustomer(em, newCustomerOf(details, context.clock.now()));
  const read = `select ${knownAccountSql} as known from user_account where lower(email) = lower(?)`;
  const [row] = await rawRows(em, knownRow, read, [details.customerEmail]);
  // The address may be somebody else's username: then there is no record of it.
  if (!row) return none;
  const { newToken, ...account } = accountForOrder(context, details, row.known);
  if (account.userId !== null && details.softOptIn === false) await endSoftOptIn(em, account.userId);
  if (newToken) await em.insert(AccountToken, { user: row.known.id, ...newToken });
  return account;
}

/**
 * A new customer's row. The username is the address where it fits, because its owner will remember that. A record of
 * before keeps what its owner has said of marketing emails: only a new one can have a soft opt-in.
 */
function newCustomerOf(details: CheckoutDetails, now: Date) {
  const { customerEmail: email, billingAddress: address } = details;
  return {
    name: details.customerName,
    email,
    username: email.length <= LONGEST_USERNAME ? email : `guest-${randomUUID()}`,
    phone: details.customerPhone,
    address: address.address.slice(0, 500),
    city: address.city,
    postcode: address.postcode,
    country: address.country,
    ...(details.softOptIn ? softOptInOf(now) : NO_OPT_IN),
  };
}

type NewCustomer = ReturnType<typeof newCustomerOf>;

async function insertCustomer(em: EntityManager, customer: NewCustomer): Promise<void> {
  await em.execute(
    `insert into user_account (name, email, username, phone, address, city, postcode, country,
       email_opt_in, email_consent_at, email_consent_source, email_consent_wording)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [
      customer.name,
      customer.email,
      customer.username,
      customer.phone,
      customer.address,
      customer.city,
      customer.postcode,
      customer.country,
      customer.emailOptIn,
      customer.emailConsentAt,
      customer.emailConsentSource,
      customer.emailConsentWording,
    ],
  );
}

/** What a look before an order reads of the account with the buyer's address, from `user_account`. */
export const knownAccountSql = `json_build_object('id', id, 'username', username, 'isActive', is_active,
                    'isProven', email_proven_at is not null, 'isGuest', password_hash is null)`;

export const knownAccountSchema = z.object({
  id: z.number(),
  username: z.string(),
  isActive: z.boolean(),
  isProven: z.boolean(),
  /** It has no password. */
  isGuest: z.boolean(),
});

const knownRow = z.object({ known: knownAccountSchema });

type KnownAccount = z.output<typeof knownAccountSchema>;

/**
 * Whose the order is, by what is known of the address's account, and what is to be written with the order: a new
 * customer, and the token of a link.
 */
export function accountForOrder(
  { settings, publicUrl, clock }: Pick<Context, "settings" | "publicUrl" | "clock">,
  details: CheckoutDetails,
  known: KnownAccount | null,
): OrderAccount & { newCustomer?: NewCustomer; newToken?: NewToken } {
  const none = { userId: null, setPassword: null };
  if (settings.customerAccountCreation !== "automatic") return none;
  if (known && !(known.isActive && (known.isProven || known.isGuest))) return none;
  const userId = known?.id ?? null;
  if (known && !known.isGuest) return { userId, setPassword: null };
  const now = clock.now();
  const { token, row } = newAccountToken({ purpose: "set_password", email: details.customerEmail, now });
  const newCustomer = known ? undefined : newCustomerOf(details, now);
  const username = known?.username ?? newCustomer?.username ?? "";
  const link = passwordLink(publicUrl, token);
  return { userId, setPassword: { username, link }, newToken: row, ...(newCustomer ? { newCustomer } : {}) };
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
