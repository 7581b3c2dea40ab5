import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { allows, isAmong, type Permission } from "./permissions.ts";

/** Whether whoever is asking holds the permission. Jobs and webhooks (`system`) may do everything. */
export function actorMay(actor: Actor, permission: Permission): boolean {
  if (actor.kind === "system") return true;
  if (actor.kind === "api-key") return isAmong(actor.permissions, permission);
  return allows(actor.kind === "user" ? actor.role : "visitor", permission);
}

/**
 * Stops whoever lacks the permission.
 * @throws ShopError `unauthenticated` for a visitor, `forbidden` for a signed-in user or an API key.
 */
export function requirePermission(context: Context, permission: Permission): void {
  if (actorMay(context.actor, permission)) return;
  if (context.actor.kind === "visitor") throw new ShopError("unauthenticated", "Please sign in to continue.");
  const { kind } = context.actor;
  const id = kind === "system" ? null : context.actor.id;
  log("warn", "a permission was refused", { permission, kind, id, requestId: context.requestId });
  if (context.actor.kind === "api-key") {
    throw new ShopError("forbidden", `This API key does not have the permission ${permission}.`);
  }
  throw new ShopError("forbidden", "You don't have permission to do this.");
}
