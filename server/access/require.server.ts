import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import type { Capability } from "./capabilities.ts";
import { allows } from "./roles.ts";

/** Whether whoever is asking may do something. Jobs and webhooks (`system`) may do everything. */
export function actorMay(actor: Actor, capability: Capability): boolean {
  if (actor.kind === "system") return true;
  if (actor.kind === "api-key") return actor.permissions.includes(capability);
  return allows(actor.kind === "user" ? actor.role : "visitor", capability);
}

/**
 * Stops whoever lacks the permission.
 * @throws ShopError `unauthenticated` for a visitor, `forbidden` for a signed-in user or an API key.
 */
export function requirePermissions(context: Context, capabilities: readonly Capability[]): void {
  for (const capability of capabilities) requirePermission(context, capability);
}

/** The same for one. */
export function requirePermission(context: Context, capability: Capability): void {
  if (actorMay(context.actor, capability)) return;
  if (context.actor.kind === "visitor") throw new ShopError("unauthenticated", "Please sign in to continue.");
  const { kind } = context.actor;
  const id = kind === "system" ? null : context.actor.id;
  log("warn", "a permission was refused", { permission: capability, kind, id, requestId: context.requestId });
  if (context.actor.kind === "api-key") {
    throw new ShopError("forbidden", `This API key does not have the permission ${capability}.`);
  }
  throw new ShopError("forbidden", "You don't have permission to do this.");
}
