import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";

/** The job that follows a verification. Harmless when it runs twice, or after the account was erased or suspended. */
export async function grantResearchAccess(context: Context, { userId }: { userId: number }): Promise<void> {
  await context.em.nativeUpdate(
    User,
    { id: userId, isVerified: true, isActive: true, hasResearchAccess: false, erasedAt: null },
    { hasResearchAccess: true },
  );
}
