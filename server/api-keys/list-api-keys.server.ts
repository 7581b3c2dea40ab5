import { ApiKey } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import type { ApiKeyView } from "./api-key-view.ts";
import { permissionsLeft } from "./find-key-actor.server.ts";

/** More than a shop of this kind ever has; the newest are shown. */
const LIMIT = 200;

/** The keys, the newest first, with when each was last used. */
export async function listApiKeys(context: Context): Promise<ApiKeyView[]> {
  requirePermission(context, "apiKeys.view");
  const now = context.clock.now();
  const keys = await context.em
    .fork()
    .find(ApiKey, {}, { populate: ["maker"], orderBy: { id: "desc" }, limit: LIMIT });
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    beginning: key.beginning,
    permissions: key.permissions,
    state: stateOf(key, now),
    makerName: key.maker?.name ?? null,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }));
}

function stateOf({ revokedAt, expiresAt, permissions, maker }: ApiKey, now: Date): ApiKeyView["state"] {
  if (revokedAt) return "revoked";
  if (expiresAt <= now) return "expired";
  return permissionsLeft(permissions, maker ?? null).length === 0 ? "asleep" : "active";
}
