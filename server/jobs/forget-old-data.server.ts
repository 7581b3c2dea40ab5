import type { Context } from "#server/core/context.ts";
import { rowsChanged } from "#server/core/typed-sql.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows per statement, so that none holds locks for long. */
const BATCH = 5000;

/** The nightly job: deletes what is older than its period. */
export async function forgetOldData(context: Context): Promise<void> {
  const before = (days: number) => new Date(context.clock.now().getTime() - days * DAY_MS);
  const { cart, abandonedPurchase, providerMessage, email, enquiry, staffNote } = retentionDays;
  const expired = before(retentionDays.expiredCredential);
  await repeat(context, "delete from cart where id in (select id from cart where updated_at < ? limit ?)", [
    before(cart),
  ]);
  await repeat(
    context,
    `update checkout set details = null where id in (
       select id from checkout c where details is not null and status in ('expired', 'cancelled') and updated_at < ?
         and ${noMoneyWaits("c.id")} limit ?)`,
    [before(abandonedPurchase)],
  );
  // Payments do not keep what their checkout has forgotten.
  await repeat(
    context,
    `update payment set details = null where id in (
       select p.id from payment p join checkout c on c.id = p.checkout_id
        where p.details is not null and c.details is null limit ?)`,
    [],
  );
  await repeat(
    context,
    `update failed_order set customer_name = 'No longer kept', customer_email = '' where id in (
       select id from failed_order f where customer_email <> '' and attempted_at < ? and ${noMoneyWaits("f.checkout_id")}
        limit ?)`,
    [before(abandonedPurchase)],
  );
  await repeat(
    context,
    `update provider_event set payload = '{}' where id in (
       select id from provider_event where payload <> '{}' and processed_at is not null and outcome <> 'unmatched'
         and received_at < ? limit ?)`,
    [before(providerMessage)],
  );
  await repeat(
    context,
    `delete from outbox_email where id in (
       select id from outbox_email where created_at < ? and template not in (?) limit ?)`,
    [before(email), [...orderDocuments]],
  );
  // Who got which issue, for as long as the mail itself is kept; how many got it stays.
  await repeat(
    context,
    `update newsletter_delivery set subscriber_id = null where id in (
       select d.id from newsletter_delivery d join newsletter_issue i on i.id = d.issue_id
        where d.subscriber_id is not null and d.state <> 'waiting' and i.sent_at < ? limit ?)`,
    [before(email)],
  );
  await repeat(
    context,
    "delete from enquiry where id in (select id from enquiry where created_at < ? limit ?)",
    [before(enquiry)],
  );
  await repeat(
    context,
    `delete from staff_note where id in (
       select id from staff_note where customer_id is null and created_at < ? limit ?)`,
    [before(staffNote)],
  );
  await repeat(
    context,
    `delete from newsletter_subscriber where id in (
       select id from newsletter_subscriber where state = 'pending' and consent_at < ? limit ?)`,
    [before(retentionDays.unconfirmedSubscriber)],
  );
  await repeat(
    context,
    `delete from stock_alert where id in (
       select id from stock_alert
        where greatest(asked_at, confirmed_at, told_at, ended_at) < ? or (state = 'pending' and asked_at < ?) limit ?)`,
    [before(retentionDays.stockAlert), before(retentionDays.unconfirmedSubscriber)],
  );
  await forgetUnprovenAccounts(context, before(retentionDays.unprovenAccount));
  for (const table of ["user_session", "account_token", "pending_sign_in", "used_passkey_challenge"]) {
    await repeat(
      context,
      `delete from ${table} where id in (select id from ${table} where expires_at < ? limit ?)`,
      [expired],
    );
  }
}

/** What belongs to money that waits for a person stays. */
function noMoneyWaits(checkoutId: string): string {
  return `not exists (select from payment p
    where p.checkout_id = ${checkoutId} and p.received_at is not null and not p.is_matched)`;
}

/**
 * Nothing depends on such an account: its owner can register again. Excludes guests' records, which have no password,
 * accounts with orders, and those that staff made or changed.
 */
async function forgetUnprovenAccounts(context: Context, openedBefore: Date): Promise<void> {
  await repeat(
    context,
    `delete from user_account where id in (
       select id from user_account person
        where email_proven_at is null and signed_in_at is null and password_hash is not null and erased_at is null
          and role = 'customer' and created_at < ?
          and not exists (select from customer_order where customer_id = person.id)
          and not exists (select from checkout where user_id = person.id)
          and not exists (select from audit_entry where area = 'users' and subject_id = person.id::text)
        limit ? for update skip locked)`,
    [openedBefore],
  );
}

/** Repeats it until nothing is left that is old enough; each run is a transaction of its own. */
async function repeat(context: Context, statement: string, parameters: unknown[]): Promise<void> {
  for (;;) {
    if ((await rowsChanged(context.em.fork(), statement, [...parameters, BATCH])) < BATCH) return;
  }
}

/**
 * After how many days the shop deletes what it stores about people, apart from what they erase themselves. Orders,
 * invoices, payments, refunds and their mails stay: accounts must be kept for six years (docs/rules.md#kept-1). The
 * privacy page and docs/operations.md say the same.
 */
export const retentionDays = {
  /** A cart after its last change: twice the life of the browser's cookie without a visit. */
  cart: 180,
  /** The details of a purchase that was never completed: a payment can be disputed for 180 days (PayPal's limit). */
  abandonedPurchase: 180,
  /** A provider's event that was processed: its number and outcome stay. */
  providerMessage: 180,
  /** Mails that are no document of an order. */
  email: 180,
  /** An enquiry: people refer to earlier replies. */
  enquiry: 730,
  /** What staff noted about an order or a guest; a note about an account goes with the account. */
  staffNote: 730,
  /** An address that was never confirmed for the newsletter; its link works for seven days. */
  unconfirmedSubscriber: 30,
  /**
   * A request to hear when a product is back, after its last step; one that was never confirmed goes as such
   * subscribers do.
   */
  stockAlert: 180,
  /** An account that nobody has ever signed in to, on an unproven address: a stranger's, or a typing error. */
  unprovenAccount: 7,
  /** Mailed links and sign-ins that have expired: long enough to say "expired" instead of "unknown". */
  expiredCredential: 7,
} as const;

/** Mails that are documents of an order or of its money are stored as long as they are. */
const orderDocuments = [
  "order-confirmation",
  "order-dispatched",
  "order-ready",
  "batch-recall",
  "order-refunded",
  "order-cancelled",
  "payment-received",
  "money-returned",
  "withdrawal-received",
  "withdrawal-closed",
] as const;
