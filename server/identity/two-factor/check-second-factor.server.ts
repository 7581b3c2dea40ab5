import { RecoveryCode, TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { countAgainstLimit, giveBackToLimit } from "#server/http/limits/rate-limit.server.ts";
import { takeRecoveryCode } from "./recovery-codes.server.ts";
import { tellOfTwoFactor } from "./tell-of-two-factor.server.ts";
import { timeStepOf } from "./time-step.server.ts";
import { openSecret } from "./two-factor-secret.server.ts";

/**
 * Takes a code of the authenticator app, or a recovery code, and uses it up: neither counts twice.
 * @throws ShopError `unauthenticated` (a wrong or used code), `rate_limited`
 */
export async function checkSecondFactor(context: Context, userId: number, code: string): Promise<void> {
  const accountKey = `user:${userId}`;
  await countAgainstLimit(context, "two-factor", accountKey);
  // People type codes as they are shown: "123 456", "abcde-fghjk".
  const signs = code.replaceAll(/[\s-]/g, "");
  const taken = /^\d{6}$/.test(signs)
    ? await takeAppCode(context, userId, signs)
    : await takeRecovery(context, userId, signs);
  if (!taken) {
    log("warn", "a sign-in was refused", { userId, reason: "code", requestId: context.requestId });
    throw new ShopError("unauthenticated", WRONG_CODE, { fields: { code: [WRONG_CODE] } });
  }
  await giveBackToLimit(context, "two-factor", accountKey);
}

const WRONG_CODE = "This code is not right, or it was used before. Please try the next one.";

async function takeAppCode(context: Context, userId: number, code: string): Promise<boolean> {
  const em = context.em.fork();
  const twoFactor = await em.findOne(TwoFactor, { user: userId, confirmedAt: { $ne: null } });
  if (!twoFactor) return false;
  const secret = openSecret(await signingSecret(em), userId, twoFactor.secret);
  if (!secret) {
    log("error", "an authenticator key cannot be read: COOKIE_SECRET is another one now", { userId });
    return false;
  }
  const step = await timeStepOf(secret, code, { now: context.clock.now(), lastStep: twoFactor.lastStep });
  if (step === undefined) return false;
  const unused = { id: twoFactor.id, $or: [{ lastStep: null }, { lastStep: { $lt: step } }] };
  return (await em.nativeUpdate(TwoFactor, unused, { lastStep: step })) === 1;
}

async function takeRecovery(context: Context, userId: number, signs: string): Promise<boolean> {
  const now = context.clock.now();
  return context.em.fork().transactional(async (em) => {
    if (!(await takeRecoveryCode(em, userId, signs, now))) return false;
    const user = await em.findOneOrFail(User, userId);
    const codesLeft = await em.count(RecoveryCode, { user: userId, usedAt: null });
    await tellOfTwoFactor(context, em, user, { kind: "recovery-code-used", codesLeft });
    return true;
  });
}
