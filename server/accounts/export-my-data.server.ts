import { isDeepStrictEqual } from "node:util";
import {
  AccountToken,
  Cart,
  CartLine,
  Checkout,
  Order,
  OrderEvent,
  OrderLine,
  Passkey,
  Payment,
  RecoveryCode,
  Session,
  TwoFactor,
  User,
  UseStatement,
  Withdrawal,
} from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { nameOf, penceToPounds } from "#server/pricing/money.ts";
import { requireUser } from "./user-views.server.ts";

/**
 * Every section is present, even when empty, so that nothing looks forgotten. Amounts in the currency beside them; as
 * JSON, every time is in ISO 8601 UTC.
 */
export type DataExport = Record<string, unknown> & { exportedAt: string; account: Record<string, unknown> };

/**
 * Everything that the shop stores about the signed-in person, including staff's notes, for 'Download My Data'
 * (docs/rules.md#accounts-14). Records known only by an address (mails, newsletter, enquiries) are included once the
 * person opened a mailed link while signed in: anybody can register with anybody's address. Hashes of passwords and
 * tokens are left out: they are keys, not facts about a person. @throws ShopError `unauthenticated`, `rate_limited`
 */
export async function exportMyData(context: Context): Promise<DataExport> {
  const { id } = requireUser(context);
  await countAgainstLimit(context, "own-data", `user:${id}`);
  const user = await context.em.findOneOrFail(User, id);
  const isProven = Boolean(user.emailProvenAt);
  return {
    exportedAt: context.clock.now().toISOString(),
    about: `Everything ${context.settings.storeName} holds about you. Amounts are in the currency that stands beside them.`,
    account: accountOf(user),
    marketing: marketingOf(user),
    orders: await ordersOf(context, id),
    checkouts: await checkoutsOf(context, id),
    carts: await cartsOf(context, id),
    signedInDevices: await sessionsOf(context, id),
    mailedLinks: await linksOf(context, id),
    twoFactorSignIn: await twoFactorOf(context, id),
    passkeys: await passkeysOf(context, id),
    newsletter: isProven ? await newsletterOf(context, user.email) : [],
    stockAlerts: isProven ? await stockAlertsOf(context, user.email) : [],
    enquiries: isProven ? await enquiriesOf(context, user.email) : [],
    staffNotes: await staffNotesOf(context, id, isProven ? user.email : null),
    mailsSent: isProven ? await mailsOf(context, user.email) : [],
  };
}

function accountOf(user: User) {
  return {
    ...only(
      user,
      "id",
      "name",
      "email",
      "username",
      "role",
      "hasWeakPassword",
      "isVerified",
      "emailProvenAt",
    ),
    ...only(user, "hasResearchAccess", "isActive", "phone", "address", "city", "postcode", "country"),
    ...only(user, "companyName", "customerType", "customerSegment", "industry"),
    landSizeHectares: user.landSize,
    ...only(user, "cropTypes", "biocharApplications", "leadScore"),
    openingLifetimeValue: penceToPounds(user.openingLifetimeValue),
    ...only(user, "acquisitionSource", "tags", "tradeList", "notes", "sustainabilityGoals"),
    ...only(user, "carbomReductionTarget", "showOnLeaderboard", "createdAt", "signedInAt", "updatedAt"),
  };
}

function marketingOf(user: User) {
  return {
    ...only(user, "emailOptIn", "emailConsentAt", "emailConsentSource", "emailConsentWording", "smsOptIn"),
    ...only(user, "preferredContactMethod"),
  };
}

async function ordersOf({ em }: Context, userId: number) {
  const orders = await em.find(Order, { customer: userId }, { orderBy: { id: "asc" } });
  const ids = orders.map((order) => order.id);
  const lines = await em.find(OrderLine, { order: { $in: ids } }, { orderBy: { id: "asc" } });
  const events = await em.find(OrderEvent, { order: { $in: ids } }, { orderBy: { id: "asc" } });
  const withdrawals = await em.find(Withdrawal, { order: { $in: ids } }, { orderBy: { id: "asc" } });
  const uses = await em.find(UseStatement, { order: { $in: ids } });
  return orders.map((order) => ({
    ...only(
      order,
      "id",
      "invoiceNumber",
      "vatInvoiceNumber",
      "customerName",
      "customerEmail",
      "customerPhone",
    ),
    ...only(order, "customerAddress", "billingAddress", "shippingAddress"),
    subtotal: penceToPounds(order.subtotal),
    taxAmount: penceToPounds(order.taxAmount),
    shippingCost: penceToPounds(order.shippingCost),
    totalAmount: penceToPounds(order.totalAmount),
    currency: nameOf(order.currency),
    ...only(order, "status", "paymentMethod", "transactionId", "paidAt", "createdAt"),
    items: lines
      .filter((line) => line.order.id === order.id)
      .map(({ product, productName, quantity, unitPrice }) => ({
        productId: product.id,
        productName,
        quantity,
        price: penceToPounds(unitPrice),
      })),
    withdrawals: withdrawals
      .filter((withdrawal) => withdrawal.order.id === order.id)
      .map((withdrawal) => ({
        submittedAt: withdrawal.submittedAt,
        items: withdrawal.lines.map(({ lineId: _, ...item }) => item),
        ...only(withdrawal, "reason", "goodsBackAt", "closedAt", "closingNote"),
      })),
    biocharUse: uses
      .filter((stated) => stated.order.id === order.id)
      .map((stated) => ({
        ...only(stated, "use", "usedAs", "statedAt", "outwardCode", "appliedOn"),
        kilograms: typeof stated.gramsApplied === "number" ? stated.gramsApplied / 1000 : null,
      })),
    timeline: events
      .filter((event) => event.order.id === order.id)
      .map(({ createdAt, kind, message }) => ({ at: createdAt, kind, message })),
  }));
}

async function checkoutsOf({ em }: Context, userId: number) {
  const checkouts = await em.find(Checkout, { user: userId }, { orderBy: { createdAt: "asc" } });
  const payments = await em.find(
    Payment,
    { checkout: { $in: checkouts.map((checkout) => checkout.id) }, details: { $ne: null } },
    { orderBy: { id: "asc" } },
  );
  return checkouts.map((checkout) => ({
    startedAt: checkout.createdAt,
    ...only(checkout, "status", "paymentMethod"),
    totalAmount: penceToPounds(checkout.totalAmount),
    currency: checkout.currency.toUpperCase(),
    details: checkout.details,
    /** As they were when a payment began, before later changes. */
    earlierDetails: payments
      .filter((payment) => payment.checkout.id === checkout.id)
      .map((payment) => payment.details)
      .filter((details) => !isDeepStrictEqual(details, checkout.details)),
  }));
}

async function cartsOf({ em }: Context, userId: number) {
  const carts = await em.find(Cart, { user: userId }, { orderBy: { createdAt: "asc" } });
  const lines = await em.find(
    CartLine,
    { cart: { $in: carts.map((cart) => cart.id) } },
    { populate: ["product"] },
  );
  return carts.map((cart) => ({
    ...only(cart, "createdAt", "updatedAt"),
    items: lines
      .filter((line) => line.cart.id === cart.id)
      .map(({ product: { id, name }, quantity, addedAt }) => ({
        productId: id,
        productName: name,
        quantity,
        addedAt,
      })),
  }));
}

async function sessionsOf({ em }: Context, userId: number) {
  const sessions = await em.find(Session, { user: userId }, { orderBy: { createdAt: "asc" } });
  return sessions.map((session) =>
    only(session, "userAgent", "address", "createdAt", "lastSeenAt", "expiresAt"),
  );
}

async function linksOf({ em }: Context, userId: number) {
  const tokens = await em.find(AccountToken, { user: userId }, { orderBy: { id: "asc" } });
  return tokens.map((token) => only(token, "purpose", "email", "createdAt", "expiresAt", "usedAt"));
}

async function twoFactorOf({ em }: Context, userId: number) {
  const twoFactor = await em.find(TwoFactor, { user: userId });
  const codes = await em.find(RecoveryCode, { user: userId }, { orderBy: { id: "asc" } });
  return {
    setUp: twoFactor.map(({ createdAt, confirmedAt }) => ({ begunAt: createdAt, onSince: confirmedAt })),
    recoveryCodes: codes.map(({ createdAt, usedAt }) => ({ madeAt: createdAt, usedAt })),
  };
}

async function passkeysOf({ em }: Context, userId: number) {
  const passkeys = await em.find(Passkey, { user: userId }, { orderBy: { id: "asc" } });
  return passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, addedAt: createdAt, lastUsedAt }));
}

/** These fields of a row: a column that comes to be is not given away by itself. */
function only<Row, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

/** What staff noted about them and their orders; not who of the staff did. */
async function staffNotesOf({ em }: Context, userId: number, ownEmail: string | null) {
  return typedSql(em)
    .selectFrom("staff_note as note")
    .leftJoin("customer_order as o", "o.id", "note.order_id")
    .where(
      condition`(note.customer_id = ${userId} or lower(note.email) = lower(${ownEmail})
        or note.order_id in (select id from customer_order where customer_id = ${userId}))`,
    )
    .orderBy("note.id")
    .select(({ ref }) => [
      "o.invoice_number as order",
      "note.text",
      isoTime(ref("note.created_at")).as("createdAt"),
    ])
    .execute();
}

async function mailsOf({ em }: Context, email: string) {
  return typedSql(em)
    .selectFrom("outbox_email")
    .where(condition`lower(recipient) = lower(${email})`)
    .orderBy("id")
    .select(({ ref }) => [
      "subject",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("sent_at")).as("sentAt"),
    ])
    .execute();
}

async function newsletterOf({ em }: Context, email: string) {
  const subscriptions = await typedSql(em)
    .selectFrom("newsletter_subscriber")
    .where(condition`lower(email) = lower(${email})`)
    .select(({ ref }) => [
      "id",
      "email",
      "state",
      "consent_wording as consentWording",
      "consent_source as consentSource",
      isoTime(ref("consent_at")).as("consentAt"),
      isoTime(ref("confirmed_at")).as("confirmedAt"),
      isoTime(ref("unsubscribed_at")).as("unsubscribedAt"),
    ])
    .execute();
  const [subscription] = subscriptions;
  if (!subscription) return [];
  const { id, ...own } = subscription;
  const issues = await typedSql(em)
    .selectFrom("newsletter_delivery")
    .innerJoin("newsletter_issue as issue", "issue.id", "newsletter_delivery.issue_id")
    .where("newsletter_delivery.subscriber_id", "=", id)
    .where("newsletter_delivery.state", "=", "queued")
    .orderBy("issue.id")
    .select(({ ref }) => ["issue.subject", isoTime(ref("issue.started_at")).as("sentAt")])
    .execute();
  return [{ ...own, issues }];
}

/** The products of which they asked to be told when they are back. */
async function stockAlertsOf({ em }: Context, email: string) {
  return typedSql(em)
    .selectFrom("stock_alert as alert")
    .innerJoin("product", "product.id", "alert.product_id")
    .where(condition`lower(alert.email) = lower(${email})`)
    .orderBy("alert.id")
    .select(({ ref }) => [
      "product.name as product",
      "alert.email",
      "alert.state",
      "alert.consent_wording as consentWording",
      isoTime(ref("alert.asked_at")).as("askedAt"),
      isoTime(ref("alert.confirmed_at")).as("confirmedAt"),
      isoTime(ref("alert.told_at")).as("toldAt"),
      isoTime(ref("alert.ended_at")).as("endedAt"),
    ])
    .execute();
}

async function enquiriesOf({ em }: Context, email: string) {
  const enquiries = await typedSql(em)
    .selectFrom("enquiry")
    .where(condition`lower(email) = lower(${email})`)
    .orderBy("id")
    .select(({ ref }) => [
      "id",
      "name",
      "email",
      "subject",
      "message",
      "note",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("answered_at")).as("answeredAt"),
    ])
    .execute();
  if (enquiries.length === 0) return [];
  const ids = enquiries.map(({ id }) => id);
  const answers = await typedSql(em)
    .selectFrom("enquiry_answer")
    .where("enquiry_id", "in", ids)
    .orderBy("id")
    .select(({ ref }) => ["enquiry_id as enquiryId", "text", isoTime(ref("created_at")).as("sentAt")])
    .execute();
  return enquiries.map(({ id, ...enquiry }) => ({
    ...enquiry,
    answers: answers
      .filter(({ enquiryId }) => enquiryId === id)
      .map(({ text, sentAt }) => ({ text, sentAt })),
  }));
}
