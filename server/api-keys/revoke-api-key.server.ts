import { LockMode } from "@mikro-orm/core";
import { ApiKey } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { requireUser } from "#server/identity/account/find-user.server.ts";

/**
 * Ends a key at once and for ever; one that is revoked already stays as it is.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export async function revokeApiKey(context: Context, { id }: { id: number }): Promise<void> {
  requirePermission(context, "apiKeys.manage");
  requireUser(context);
  await inTransaction(context.em, async (em) => {
    const key = await em.findOne(ApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!key) throw new ShopError("not_found", "There is no such API key.");
    if (key.revokedAt) return;
    key.revokedAt = context.clock.now();
    await em.flush();
    await recordChange(em, context, {
      area: "api-keys",
      action: "revoked",
      subjectId: key.id,
      subjectName: key.name,
      before: { revoked: false },
      after: { revoked: true },
    });
  });
}
