import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { actorMay, type Capability } from "#server/core/roles.ts";

/**
 * Stops anyone who lacks the permission.
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

/**
 * Something that not everybody may look at. Called as a function it asks for its permissions and reads: there is no
 * other way to it, and a procedure, a REST row or a file takes its permissions from here, before it reads the request.
 */
export interface Read<Input extends unknown[], Result> {
  (context: Context, ...input: Input): Promise<Result>;
  permissions: Permissions;
}

/** A read of whatever types. */
export interface AnyRead {
  permissions: Permissions;
}

type Permissions = readonly [Capability, ...Capability[]];

/**
 * Makes a read of a function, which need not ask: nobody gets to it without. Each throws ShopError `unauthenticated` or
 * `forbidden`.
 */
export function read<Input extends unknown[], Result>(
  needed: Capability | Permissions,
  run: (context: Context, ...input: Input) => Result | Promise<Result>,
): Read<Input, Result> {
  const permissions: Permissions = typeof needed === "string" ? [needed] : needed;
  return Object.assign(
    async (context: Context, ...input: Input) => {
      requirePermissions(context, permissions);
      return run(context, ...input);
    },
    { permissions },
  );
}
