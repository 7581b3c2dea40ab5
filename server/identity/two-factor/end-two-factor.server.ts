import { LockMode } from "@mikro-orm/core";
import { TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { requireUser } from "../require-user.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { forgetCodes } from "./forget-second-factors.server.ts";
import { requirePasswordAndCode } from "./require-password-and-code.server.ts";
import { tellOfTwoFactor } from "./tell-of-two-factor.server.ts";

/**
 * Turns the signed-in person's two-factor sign-in off; their other devices are signed out and their API keys end.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `rate_limited`
 */
export async function endTwoFactor(
  context: Context,
  input: { password: string; code: string },
): Promise<void> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, input);
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!(await forgetCodes(em, actor.id))) return;
    await endAccess(context, em, actor.id, "two-factor sign-in off");
    await tellOfTwoFactor(context, em, user, { kind: "off" });
  });
}

/** Gives up a set-up that nothing has confirmed yet. @throws ShopError `unauthenticated` */
export async function cancelTwoFactor(context: Context): Promise<void> {
  const actor = requireUser(context);
  await context.em.nativeDelete(TwoFactor, { user: actor.id, confirmedAt: null });
}
