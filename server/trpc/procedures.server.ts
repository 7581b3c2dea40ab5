import type { Capability } from "#server/access/capabilities.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { outageBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { procedure } from "./trpc.server.ts";
import { toTrpcError } from "./trpc-error.server.ts";

/** Starts a procedure that only holders of a permission may call; refusals below it get tRPC's codes. */
export function permitted(permission: Capability) {
  return procedure.meta({ permission }).use(async ({ ctx, next }) => {
    try {
      requirePermission(ctx, permission);
    } catch (error) {
      throw error instanceof ShopError ? toTrpcError(error) : error;
    }
    const result = await next();
    if (result.ok) return result;
    const { cause } = result.error;
    const refusal = cause instanceof ShopError ? cause : outageBehind(cause);
    if (refusal) throw toTrpcError(refusal);
    return result;
  });
}
