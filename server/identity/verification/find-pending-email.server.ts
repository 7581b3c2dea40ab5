import { AccountToken } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { requireUser } from "../require-user.server.ts";

/** The signed-in person's new address that still waits for its confirmation, or null. */
export async function findPendingEmail(context: Context): Promise<string | null> {
  const token = await context.em.findOne(AccountToken, {
    user: requireUser(context).id,
    purpose: "change_email",
    usedAt: null,
    expiresAt: { $gt: context.clock.now() },
  });
  return token?.email ?? null;
}
