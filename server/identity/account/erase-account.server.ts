import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AuditEntry, Cart, OutboxEmail, User } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { isStaff } from "#server/access/roles.ts";
import { type Author, recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { requireUser } from "../require-user.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { requirePasswordAndCode } from "../two-factor/require-password-and-code.server.ts";
import { emptyUser } from "./empty-user.ts";
import { lockAdministrators } from "./lock-administrators.server.ts";

/**
 * Erases the signed-in customer's account, after asking for the password again, and for a code where there is one.
 * Staff cannot delete themselves (docs/rules.md#access-5).
 * @throws ShopError `unauthenticated`, `forbidden` (staff), `validation_failed` (wrong password), `rate_limited`.
 */
export async function eraseOwnAccount(
  context: Context,
  proof: { password: string; code?: string | undefined },
): Promise<void> {
  const actor = requireUser(context);
  // Who is held back has a customer's role for now, and is staff all the same.
  if (isStaff(actor.role) || actor.mustFirst) {
    throw new ShopError("forbidden", "A staff account is removed by another administrator.");
  }
  await requirePasswordAndCode(context, actor, proof);
  await context.em.fork().transactional(async (em) => void (await eraseUser(context, em, actor.id)));
}

/**
 * Erases somebody's account, for who may delete users; not their own, and never the last administrator's. An
 * API key erases customers only.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict` (the last administrator).
 */
export async function eraseAccount(context: Context, userId: number): Promise<void> {
  requirePermission(context, "users.delete");
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
}

/**
 * The account and what the shop knew about the person go; orders stay, with the name and address that their invoices
 * need for six years (docs/rules.md#kept-4). The row stays as an empty shell for orders to point to, and of the audit
 * only who changed the account when. Returns the role it had.
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
  await em.nativeUpdate(
    AuditEntry,
    { area: "users", subjectId: String(user.id) },
    { subjectName: `User ${user.id}`, before: {}, after: {} },
  );
  // What is still on its way, such as an order's confirmation, is sent; its copy goes with the next sweep.
  const emailIsVerified = Boolean(emailProvenAt);
  await em.nativeDelete(OutboxEmail, {
    recipient: { $ilike: likeExactly(email) },
    sentAt: { $ne: null },
    ...(emailIsVerified ? {} : { template: { $in: [...mailsOfAccounts] } }),
  });
  await enqueueJob(em, "erase-traces", { userId: user.id, email, emailIsVerified });
  return { role };
}

/** All that goes of the mails to an address which was never proven: the others may be to somebody else. */
const mailsOfAccounts = ["verify-email", "reset-password", "account-exists", "password-changed"] as const;

/** `ilike` without its wildcards: equal without regard to case. */
function likeExactly(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
