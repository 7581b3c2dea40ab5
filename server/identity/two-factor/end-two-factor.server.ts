import type { EntityManager } from "@mikro-orm/postgresql";
import { Passkey, PendingSignIn, RecoveryCode, TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { requireUser } from "../require-user.server.ts";
import { requirePasswordAndCode } from "./require-password-and-code.server.ts";
import { tellOfTwoFactor } from "./tell-of-two-factor.server.ts";

/**
 * Turns the signed-in person's two-factor sign-in off.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `rate_limited`
 */
export async function endTwoFactor(
  context: Context,
  input: { password: string; code: string },
): Promise<void> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, input);
  await inTransaction(context.em, async (em) => {
    if (!(await forgetCodes(em, actor.id))) return;
    await tellOfTwoFactor(context, em, await em.findOneOrFail(User, actor.id), { kind: "off" });
  });
}

/** Gives up a set-up that nothing has confirmed yet. @throws ShopError `unauthenticated` */
export async function cancelTwoFactor(context: Context): Promise<void> {
  const actor = requireUser(context);
  await context.em.nativeDelete(TwoFactor, { user: actor.id, confirmedAt: null });
}

/** Takes all of a person's second factors away, passkeys included, in the caller's transaction; whether there were any. */
export async function forgetTwoFactor(em: EntityManager, userId: number): Promise<boolean> {
  const passkeys = await em.nativeDelete(Passkey, { user: userId });
  return (await forgetCodes(em, userId)) || passkeys > 0;
}

async function forgetCodes(em: EntityManager, userId: number): Promise<boolean> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  await em.nativeDelete(PendingSignIn, { user: userId });
  return (await em.nativeDelete(TwoFactor, { user: userId })) > 0;
}
