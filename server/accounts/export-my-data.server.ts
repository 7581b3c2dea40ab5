import { isDeepStrictEqual } from "node:util";
import {
  AccountToken,
  Cart,
  CartLine,
  Checkout,
  FailedOrder,
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
import { likeLiteral } from "#server/core/fields.ts";
import { condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { nameOf, penceToPounds } from "#server/pricing/money.ts";
import { enquiriesOf, mailsOf, newsletterOf, stockAlertsOf } from "./export-by-address.server.ts";
import { requireUser } from "./user-views.server.ts";

/**
 * Every section is present, even when empty, so that nothing looks forgotten. Amounts in the currency beside them; as
 * JSON, every time is in ISO 8601 UTC.
 */
export type DataExport = Record<string, unknown> & { exportedAt: string; account: Record<string, unknown> };

/**
 * Everything that the shop stores about the signed-in person, including staff's notes, for 'Download My Data'
 * (docs/rules.md#accounts-14). Records known only by an address (mails, newsletter, enquiries, what a guest tried to buy)
 * are included once the person opened a mailed link while signed in: anybody can register with anybody's address. Hashes
 * of passwords and tokens are left out: they are keys, not facts about a person. @throws ShopError `unauthenticated`,
 * `rate_limited`
 */
export async function exportMyData(context: Context): Promise<DataExport> {
  const { id } = requireUser(context);
  await countAgainstLimit(context, "own-data", `user:${id}`);
  const user = await context.em.findOneOrFail(User, id);
  const ownEmail = user.emailProvenAt ? user.email : null;
  const checkouts = await ownCheckouts(context, id, ownEmail);
  return {
    exportedAt: context.clock.now().toISOString(),
    about: `Everything ${context.settings.storeName} holds about you. Amounts are in the currency that stands beside them.`,
    account: accountOf(user),
    marketing: marketingOf(user),
    orders: await ordersOf(context, id),
    checkouts: await detailsOfCheckouts(context, checkouts),
    failedOrders: await failedOrdersOf(context, checkouts, ownEmail),
    carts: await cartsOf(context, id),
    signedInDevices: await sessionsOf(context, id),
    mailedLinks: await linksOf(context, id),
    twoFactorSignIn: await twoFactorOf(context, id),
    passkeys: await passkeysOf(context, id),
    newsletter: ownEmail === null ? [] : await newsletterOf(context, ownEmail),
    stockAlerts: ownEmail === null ? [] : await stockAlertsOf(context, ownEmail),
    enquiries: ownEmail === null ? [] : await enquiriesOf(context, ownEmail),
    staffNotes: await staffNotesOf(context, id, ownEmail),
    mailsSent: ownEmail === null ? [] : await mailsOf(context, ownEmail),
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
    delivery: order.delivery ? only(order.delivery, "label", "slot", "driver") : null,
    ...only(order, "carrier", "trackingNumber", "dispatchedAt"),
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

/** Those of their account and of their orders, and what came to nothing of a guest with their address. */
async function ownCheckouts({ em }: Context, userId: number, ownEmail: string | null): Promise<Checkout[]> {
  const rows = await typedSql(em)
    .selectFrom("checkout")
    .where(
      condition`(user_id = ${userId} or id in (select checkout_id from customer_order where customer_id = ${userId})
        or (user_id is null and status <> 'paid' and lower(details ->> 'customerEmail') = lower(${ownEmail})))`,
    )
    .select("id")
    .execute();
  return em.find(Checkout, { id: { $in: rows.map(({ id }) => id) } }, { orderBy: { createdAt: "asc" } });
}

async function failedOrdersOf({ em }: Context, checkouts: readonly Checkout[], ownEmail: string | null) {
  const isOwn = { checkout: { $in: checkouts.map(({ id }) => id) } };
  const byAddress = { checkout: null, customerEmail: { $ilike: likeLiteral(ownEmail ?? "") } };
  const failed = await em.find(FailedOrder, ownEmail === null ? isOwn : { $or: [isOwn, byAddress] }, {
    orderBy: { id: "asc" },
  });
  return failed.map((each) => ({
    ...only(
      each,
      "customerName",
      "customerEmail",
      "paymentMethod",
      "errorMessage",
      "attemptedAt",
      "resolvedAt",
    ),
    totalAmount: penceToPounds(each.totalAmount),
    currency: each.currency.toUpperCase(),
  }));
}

async function detailsOfCheckouts({ em }: Context, checkouts: readonly Checkout[]) {
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
