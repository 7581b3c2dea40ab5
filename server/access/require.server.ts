import type { Capability } from "#server/core/capabilities.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { actorMay } from "#server/core/roles.ts";

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
