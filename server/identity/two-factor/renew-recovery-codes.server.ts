import { LockMode } from "@mikro-orm/core";
import { TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { requireUser } from "../require-user.server.ts";
import { requireOpenSession } from "../sessions/end-access.server.ts";
import { makeRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { requirePasswordAndCode } from "./require-password-and-code.server.ts";
import { tellOfTwoFactor } from "./tell-of-two-factor.server.ts";

/**
 * Makes ten new recovery codes; the old ones are void. Returns them, once.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `conflict` (two-factor sign-in is
 * off), `rate_limited`
 */
export async function renewRecoveryCodes(
  context: Context,
  input: { password: string; code: string },
): Promise<string[]> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, input);
  const codes = await makeRecoveryCodes();
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    await requireOpenSession(em, actor);
    if (!(await em.count(TwoFactor, { user: actor.id, confirmedAt: { $ne: null } }))) {
      throw new ShopError("conflict", "Two-factor sign-in is off.");
    }
    await replaceRecoveryCodes(em, actor.id, codes, context.clock.now());
    await tellOfTwoFactor(context, em, user, { kind: "new-codes" });
  });
  return codes.map(({ code }) => code);
}
