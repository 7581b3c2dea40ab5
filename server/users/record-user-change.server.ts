import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { AuditValues } from "#server/audit/audit-areas.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { userViewOf } from "#server/identity/account/user-view-of.server.ts";

/** All of a user that staff can change, as the audit keeps it until the account is erased. */
export function auditedValues(user: User): AuditValues {
  const { id, postalCode, totalLifetimeValue, createdAt, ...values } = userViewOf(user, {
    paid: 0,
    count: 0,
  });
  return { ...values, notes: user.notes, openingLifetimeValue: user.openingLifetimeValue };
}

/** Writes down what staff did to a user, in the caller's transaction. */
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
