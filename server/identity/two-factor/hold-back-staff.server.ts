import type { EntityManager } from "@mikro-orm/postgresql";
import { isStaff } from "#server/access/roles.ts";
import type { Actor } from "#server/core/context.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import { hasTwoFactor } from "./has-two-factor.server.ts";

/**
 * Where the shop asks two-factor sign-in of its staff, one who has not set it up may do what customers may: enough to
 * set it up. As a role and not as a flag, so that nothing can forget to ask.
 */
export async function heldBack(em: EntityManager, settings: StoreSettings, actor: Actor): Promise<Actor> {
  if (actor.kind !== "user" || !(await mustSetUpTwoFactor(em, settings, actor))) return actor;
  return { ...actor, role: "customer" };
}

/** Whether this person is staff and has yet to set up what the shop asks of staff. */
export async function mustSetUpTwoFactor(
  em: EntityManager,
  settings: Pick<StoreSettings, "staffTwoFactor">,
  actor: Actor,
): Promise<boolean> {
  if (!settings.staffTwoFactor || actor.kind !== "user" || !isStaff(actor.role)) return false;
  return !(await hasTwoFactor({ em }, actor.id));
}
