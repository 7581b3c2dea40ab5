import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { AuditEntry, Cart, OutboxEmail, StaffNote, User } from "#db/entities/index.ts";
import { type Author, recordChange } from "#server/audit/changes.server.ts";
import { forgetStockAlerts } from "#server/catalogue/stock-alerts.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { likeLiteral } from "#server/core/fields.ts";
import { isStaff, type Role } from "#server/core/roles.ts";
import { idRow, rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { leaveOut } from "#server/newsletter/subscribers.server.ts";
import { deleteUser } from "./account.schema.ts";
import { endAccess } from "./end-access.server.ts";
import { requirePasswordAndCode } from "./second-factor.server.ts";
import { lockAdministrators, requireUser } from "./user-views.server.ts";

/**
 * Erases the signed-in customer's account, after asking again for the password, and for a code where the account needs
 * one. Staff cannot delete themselves (docs/rules.md#access-5). @throws ShopError `unauthenticated`, `forbidden`
 * (staff), `validation_failed` (wrong password), `rate_limited`.
 */
export async function eraseOwnAccount(
  context: Context,
  proof: { password: string; code?: string | undefined },
): Promise<void> {
  const actor = requireUser(context);
  // Staff without their required second factor act as customers for now, but remain staff.
  if (isStaff(actor.role) || actor.mustFirst) {
    throw new ShopError("forbidden", "A staff account is removed by another administrator.");
  }
  await requirePasswordAndCode(context, actor, proof);
  await context.em.fork().transactional(async (em) => void (await eraseUser(context, em, actor.id)));
}

/**
 * Erases somebody's account, for those who may delete users; never their own, and never the last administrator's. An
 * API key can erase only customers. @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict` (the
 * last administrator).
 */
export const eraseAccount = command(deleteUser, async (context, userId): Promise<void> => {
  if (context.actor.kind === "user" && context.actor.id === userId) {
    throw new ShopError("forbidden", "You cannot delete your own account.");
  }
  await context.em.fork().transactional(async (em) => {
    const { role } = await eraseUser(context, em, userId);
    if (context.actor.kind === "api-key" && role !== "customer") {
      throw new ShopError("forbidden", "An API key may work on the accounts of customers only.");
    }
    await recordChange(em, context, {
      area: "users",
      action: "deleted",
      subjectId: userId,
      subjectName: `User ${userId}`,
      before: { role },
      after: {},
    });
  });
});

/**
 * Removes the account and the shop's data about the person. Orders stay, with the name and address that their invoices
 * need for six years (docs/rules.md#kept-4). The row stays as an empty shell for the orders' references, and the audit
 * keeps only who changed the account and when. Returns the role it had.
 */
export async function eraseUser(
  context: Author,
  em: EntityManager,
  userId: number,
): Promise<Pick<User, "role">> {
  const administrators = await lockAdministrators(em);
  const user = await em.findOne(
    User,
    { id: userId, erasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!user) throw new ShopError("not_found", "User not found");
  if (administrators.length === 1 && administrators[0] === user) {
    throw new ShopError("conflict", "The last administrator cannot be deleted.");
  }
  const { email, role, emailProvenAt } = user;
  em.assign(user, emptyUser(user.id, context.clock.now()));
  await em.flush();
  await endAccess(context, em, user.id, "erased");
  await em.nativeDelete(Cart, { user: user.id });
  await em.nativeDelete(StaffNote, { customer: user.id });
  await em.nativeUpdate(
    AuditEntry,
    { area: "users", subjectId: String(user.id) },
    { subjectName: `User ${user.id}`, before: {}, after: {} },
  );
  // Unsent mails, such as an order's confirmation, still go out; the next sweep deletes their copies.
  const emailIsVerified = Boolean(emailProvenAt);
  await em.nativeDelete(OutboxEmail, {
    // Equal without regard to case.
    recipient: { $ilike: likeLiteral(email) },
    sentAt: { $ne: null },
    ...(emailIsVerified ? {} : { template: { $in: [...mailsOfAccounts] } }),
  });
  await enqueueJob(em, "erase-traces", { userId: user.id, email, emailIsVerified });
  return { role };
}

/** The only mails to delete of an address that was never proven: others may belong to somebody else. */
const mailsOfAccounts = ["verify-email", "reset-password", "account-exists", "password-changed"] as const;

/** The data of an erased account. `.invalid` is a domain that never exists (RFC 2606). */
export function emptyUser(id: number, erasedAt: Date) {
  const role: Role = "customer";
  return {
    name: "Erased customer",
    email: `erased-${id}@erased.invalid`,
    username: `erased-${id}`,
    passwordHash: null,
    hasWeakPassword: false,
    role,
    isVerified: false,
    emailProvenAt: null,
    hasResearchAccess: false,
    isActive: false,
    phone: "",
    address: "",
    city: "",
    postcode: "",
    country: "",
    companyName: "",
    customerType: "individual",
    customerSegment: null,
    industry: "",
    landSize: null,
    cropTypes: "",
    biocharApplications: "",
    leadScore: null,
    openingLifetimeValue: 0,
    acquisitionSource: null,
    tags: "",
    notes: "",
    emailOptIn: false,
    emailConsentAt: null,
    emailConsentSource: "",
    emailConsentWording: "",
    smsOptIn: false,
    preferredContactMethod: null,
    sustainabilityGoals: "",
    carbomReductionTarget: null,
    showOnLeaderboard: false,
    erasedAt,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long to wait for orders and payments that are still under way. */
const TRY_AGAIN_AFTER_MS = 14 * DAY_MS;

const leftSchema = z.object({ left: z.boolean() });

/**
 * The job after an erasure. It removes phone and email address from the person's finished orders, which keep the name
 * and address of their invoices, and deletes their checkouts, failed orders, mails, enquiries, newsletter
 * subscription, requests to hear of a product, staff's notes and stored REST responses. Orders and payments under way need the contact details, so
 * the job repeats until nothing is left. It deletes records known only by an address only if the person had proven the address, with link and
 * account together: anybody can register with anybody's; and only those of before the erasure, since the address may
 * have come back by then. (`emailIsVerified` is the older name of that flag in jobs that were queued before.)
 */
export async function eraseTraces(
  context: Context,
  { userId, email, emailIsVerified }: { userId: number; email: string; emailIsVerified: boolean },
): Promise<void> {
  const ownEmail = emailIsVerified ? email : null;
  await context.em.fork().transactional(async (em) => {
    const { erasedAt } = await em.findOneOrFail(User, userId);
    // Since then somebody may have come back under the same address.
    const until = erasedAt ?? context.clock.now();
    const mine = `(customer_id = ? or (lower(customer_email) = lower(?) and least(customer_order.created_at,
      (select created_at from checkout where checkout.id = customer_order.checkout_id)) <= ?))`;
    const whose = [userId, ownEmail, until];
    const theirs = `(user_id = ? or (lower(checkout.details ->> 'customerEmail') = lower(?)
      and checkout.created_at <= ?))`;
    const mailed = `lower(recipient) = lower(?) and (outbox_email.created_at <= ? or exists (
      select from customer_order
       where ${mine} and strpos(concat(subject, outbox_email.text, props), invoice_number) > 0))`;
    const { left } = await rawRow(
      em,
      leftSchema,
      `select exists (select from customer_order where ${mine} and status not in ('completed', 'cancelled'))
           or exists (select from checkout where status = 'paying' and ${theirs})
           or exists (select from outbox_email where sent_at is null and ${mailed}) as "left"`,
      [...whose, ...whose, ownEmail, until, ...whose],
    );
    await em.execute(`delete from outbox_email where sent_at is not null and ${mailed}`, [
      ownEmail,
      until,
      ...whose,
    ]);
    // Before the order forgets whose it was.
    await em.execute(
      `update withdrawal set reason = '' from customer_order where customer_order.id = withdrawal.order_id and ${mine}
       and status in ('completed', 'cancelled')`,
      whose,
    );
    // What was used for what, and the kilograms, stay with the batch.
    await em.execute(
      `update use_statement set used_as = '', outward_code = null, storage_site_id = '' from customer_order
       where customer_order.id = use_statement.order_id and ${mine} and status in ('completed', 'cancelled')`,
      whose,
    );
    await em.execute(
      `delete from staff_note where (lower(email) = lower(?) and created_at <= ?)
       or order_id in (select id from customer_order where ${mine})`,
      [ownEmail, until, ...whose],
    );
    await em.execute(
      `update customer_order set customer_email = ?, customer_phone = '' where ${mine}
       and status in ('completed', 'cancelled')`,
      [`erased-${userId}@erased.invalid`, ...whose],
    );
    await em.execute(
      `update payment set details = null from checkout where checkout.id = payment.checkout_id
       and checkout.status <> 'paying' and payment.details is not null and (${theirs}
       or (lower(payment.details ->> 'customerEmail') = lower(?) and checkout.created_at <= ?))`,
      [...whose, ownEmail, until],
    );
    await em.execute(`update checkout set details = null where status <> 'paying' and ${theirs}`, whose);
    await em.execute(
      `update failed_order set customer_name = 'Erased customer', customer_email = ?
       where lower(customer_email) = lower(?) and least(created_at,
         (select created_at from checkout where checkout.id = failed_order.checkout_id)) <= ?`,
      [`erased-${userId}@erased.invalid`, ownEmail, until],
    );
    const subscribers = await rawRows(
      em,
      idRow,
      "select id from newsletter_subscriber where lower(email) = lower(?) and created_at <= ? for update",
      [ownEmail, until],
    );
    for (const { id } of subscribers) await leaveOut(em, "subscriber_id", id);
    await em.execute("delete from newsletter_subscriber where lower(email) = lower(?) and created_at <= ?", [
      ownEmail,
      until,
    ]);
    await forgetStockAlerts(em, ownEmail, until);
    // Responses that are stored for a day, in case a script repeats its request.
    await em.execute(
      "delete from idempotent_request where strpos(lower(body), lower(?)) > 0 and created_at <= ?",
      [ownEmail, until],
    );
    await em.execute("delete from enquiry where lower(email) = lower(?) and created_at <= ?", [
      ownEmail,
      until,
    ]);
    if (left) {
      const runAt = new Date(context.clock.now().getTime() + TRY_AGAIN_AFTER_MS);
      await enqueueJob(em, "erase-traces", { userId, email, emailIsVerified }, { runAt });
    }
  });
}
