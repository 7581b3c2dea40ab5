import type { Capability } from "#server/core/capabilities.ts";
import type { Context } from "#server/core/context.ts";
import { requirePermissions } from "./require.server.ts";

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
