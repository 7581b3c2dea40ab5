import type { EntityManager } from "@mikro-orm/postgresql";
import { isStaff } from "#server/access/roles.ts";
import type { Actor, StaffDuty } from "#server/core/context.ts";
import { isReachable, readEnvironment } from "#server/core/env.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

type AskedOfStaff = Pick<StoreSettings, "staffTwoFactor">;

/**
 * Staff of a shop that others than this machine reach, whose password is weak or who have no second factor, may do what
 * customers may: enough to put it right. As a role and not as a flag, so that nothing can forget to ask.
 */
export async function heldBack(em: EntityManager, settings: AskedOfStaff, actor: Actor): Promise<Actor> {
  const mustFirst = await dutyOf(em, settings, actor);
  return actor.kind === "user" && mustFirst ? { ...actor, role: "customer", mustFirst } : actor;
}

/** What this person, as staff, has to do before anything else; null when nothing. */
export async function dutyOf(
  em: EntityManager,
  settings: AskedOfStaff,
  actor: Actor,
): Promise<StaffDuty | null> {
  if (actor.kind !== "user" || !isStaff(actor.role) || !isReachable(readEnvironment())) return null;
  const [state] = await em.execute<{ has_weak_password: boolean; has_two_factor: boolean }[]>(
    `select has_weak_password,
       exists (select from two_factor where user_id = person.id and confirmed_at is not null) as has_two_factor
     from user_account person where id = ?`,
    [actor.id],
  );
  if (!state) return null;
  if (state.has_weak_password) return "password";
  return settings.staffTwoFactor && !state.has_two_factor ? "second-factor" : null;
}
