import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import type { AuditValues } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  findUserBy,
  lockAdministrators,
  staffWordsOf,
  userViewOf,
} from "#server/identity/account/user-views.server.ts";
import {
  type Reauthentication,
  requirePasswordAndCode,
} from "#server/identity/two-factor/second-factor.server.ts";
import { type Account, type Editor, editRefusal } from "./user-rules.ts";

/** A user's row, locked until the caller's transaction ends. @throws ShopError `not_found` */
async function lockUser(em: EntityManager, id: number): Promise<User> {
  const user = await em.findOne(
    User,
    { id, erasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ["passwordHash"], refresh: true },
  );
  if (!user) throw new ShopError("not_found", "User not found");
  return user;
}

/**
 * The same for a change of permissions: locks the administrators first, so that one always remains. `refuse` throws
 * when the rules forbid the new state. @throws ShopError `not_found`
 */
export async function lockUserForChange(em: EntityManager, actor: Actor, id: number) {
  const administrators = await lockAdministrators(em);
  const user = await lockUser(em, id);
  const refuse = (after: Partial<Pick<Account, "role" | "isActive">>) => {
    const changes = { role: after.role ?? user.role, isActive: after.isActive ?? user.isActive };
    const refusal = editRefusal(editorOf(actor), user, changes, administrators.length);
    if (refusal) throw new ShopError(refusal.code, refusal.message);
  };
  return { user, refuse };
}

/** @throws ShopError `unauthenticated` for a visitor */
export function editorOf(actor: Actor): Editor {
  if (actor.kind === "visitor") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return actor;
}

/** Everything that staff can change about a user, as the audit stores it until the account is erased. */
export function auditedValues(user: User): AuditValues {
  const { id, postalCode, totalLifetimeValue, createdAt, ...values } = userViewOf(user, {
    paid: 0,
    count: 0,
  });
  return {
    ...values,
    ...staffWordsOf(user),
    tradeList: user.tradeList ?? null,
    openingLifetimeValue: user.openingLifetimeValue,
  };
}

/** Records in the audit what staff did to a user, in the caller's transaction. */
export async function recordUserChange(
  context: Context,
  em: EntityManager,
  user: User,
  change: { action: string; before: AuditValues; after?: AuditValues },
): Promise<void> {
  const { action, before, after = auditedValues(user) } = change;
  await recordChange(em, context, {
    area: "users",
    action,
    subjectId: user.id,
    subjectName: user.name,
    before,
    after,
  });
}

/**
 * Refuses an email or username that another account has.
 * @throws ShopError `conflict` naming each field
 */
export async function assertAvailable(
  em: EntityManager,
  changes: { email?: string | undefined; username?: string | undefined },
  ownId?: number,
): Promise<void> {
  const fields: Record<string, string[]> = {};
  for (const column of ["email", "username"] as const) {
    const value = changes[column];
    const owner = value === undefined ? null : await findUserBy(em, column, value);
    if (owner && owner.id !== ownId) fields[column] = [`This ${column} is already taken`];
  }
  const [first] = Object.values(fields).flat();
  if (first) throw new ShopError("conflict", `${first}.`, { fields });
}

/** What an editor proves again before giving an account more permissions. */
export interface EditorProof {
  currentPassword?: string | undefined;
  code?: string | undefined;
}

/**
 * Requires the editor's own password, and a code where their account needs one, before making somebody staff or moving
 * an account to another address: an unlocked browser must not be enough to take over an account. A script cannot prove
 * anything, and its change would outlive its key. @throws ShopError `validation_failed` naming the form's field,
 * `forbidden` for a script, `rate_limited`
 */
export async function requireProofOfEditor(context: Context, submitted: EditorProof): Promise<void> {
  if (context.actor.kind === "api-key") {
    throw new ShopError("forbidden", "An API key may not give an account to another address.");
  }
  if (context.actor.kind !== "user") return;
  const proof: Reauthentication = { password: submitted.currentPassword, code: submitted.code };
  await requirePasswordAndCode(context, context.actor, proof, "currentPassword");
}
