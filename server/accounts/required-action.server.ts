import type { EntityManager } from "@mikro-orm/postgresql";
import type { Actor, RequiredAction } from "#server/core/context.ts";
import { isReachable, readEnvironment } from "#server/core/env.server.ts";
import { isStaff, type Role } from "#server/core/roles.ts";
import { truth, typedSql } from "#server/core/typed-sql.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

type StaffPolicy = Pick<StoreSettings, "staffTwoFactor">;

/**
 * Staff with a weak password or without a second factor get only a customer's permissions, in a shop that others than
 * this machine reach: enough to fix it. This changes the role instead of a flag, so that no check can be forgotten.
 */
export async function withTwoFactorEnforced(
  em: EntityManager,
  settings: StaffPolicy,
  actor: Actor,
): Promise<Actor> {
  const mustFirst = await requiredActionOf(em, settings, actor);
  return actor.kind === "user" && mustFirst ? { ...actor, role: "customer", mustFirst } : actor;
}

/** What this person, as staff, has to do before anything else; null for nothing. */
export async function requiredActionOf(
  em: EntityManager,
  settings: StaffPolicy,
  actor: Actor,
): Promise<RequiredAction | null> {
  if (actor.kind !== "user" || !isStaff(actor.role) || !isReachable(readEnvironment())) return null;
  const state = await typedSql(em)
    .selectFrom("user_account as person")
    .where("id", "=", actor.id)
    .select([
      "has_weak_password",
      truth`exists (select from two_factor where user_id = person.id and confirmed_at is not null)`.as(
        "has_two_factor",
      ),
      truth`exists (select from passkey where user_id = person.id)`.as("has_passkey"),
      truth`exists (select from user_session where id = ${actor.sessionId} and by_passkey)`.as(
        "came_by_passkey",
      ),
    ])
    .executeTakeFirst();
  if (!state) return null;
  const needsFactor = settings.staffTwoFactor && !state.has_two_factor;
  // First: a password alone must not be enough to set up another factor beside the passkey.
  if (needsFactor && state.has_passkey && !state.came_by_passkey) return "passkey";
  if (state.has_weak_password) return "password";
  return needsFactor && !state.has_passkey ? "second-factor" : null;
}

/** Whether the shop requires a second factor for this role. */
export function requiresSecondFactor(role: Role, { staffTwoFactor }: StaffPolicy): boolean {
  return staffTwoFactor && isStaff(role) && isReachable(readEnvironment());
}
