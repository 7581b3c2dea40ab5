import type { EntityManager } from "@mikro-orm/postgresql";
import { Passkey, PendingSignIn, RecoveryCode, TwoFactor } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";

/** Whether a person's sign-in needs a code. */
export async function hasTwoFactor(context: Pick<Context, "em">, userId: number): Promise<boolean> {
  return (await context.em.count(TwoFactor, { user: userId, confirmedAt: { $ne: null } })) > 0;
}

/**
 * Removes all of a person's second factors, passkeys included, in the caller's transaction; returns whether there were
 * any.
 */
export async function forgetSecondFactors(em: EntityManager, userId: number): Promise<boolean> {
  const passkeys = await em.nativeDelete(Passkey, { user: userId });
  return (await forgetCodes(em, userId)) || passkeys > 0;
}

/** The same without passkeys. */
export async function forgetCodes(em: EntityManager, userId: number): Promise<boolean> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  await em.nativeDelete(PendingSignIn, { user: userId });
  return (await em.nativeDelete(TwoFactor, { user: userId })) > 0;
}
