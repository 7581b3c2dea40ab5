import { LockMode } from "@mikro-orm/core";
import { TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { countAgainstLimit, giveBackToLimit } from "#server/http/limits/rate-limit.server.ts";
import { requireUser } from "../require-user.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { begunSince } from "./read-two-factor.server.ts";
import { makeRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { tellOfTwoFactor } from "./tell-of-two-factor.server.ts";
import { timeStepOf } from "./time-step.server.ts";
import { openSecret } from "./two-factor-secret.server.ts";

/**
 * Turns two-factor sign-in on, by a first code of the app; the person's other devices are signed out and
 * their API keys end, since they came in without one. Returns the ten recovery codes, which cannot be read again.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong code), `conflict` (nothing begun), `rate_limited`
 */
export async function confirmTwoFactor(context: Context, { code }: { code: string }): Promise<string[]> {
  const actor = requireUser(context);
  const accountKey = `user:${actor.id}`;
  await countAgainstLimit(context, "two-factor", accountKey);
  const now = context.clock.now();
  const key = await signingSecret(context.em);
  const codes = await makeRecoveryCodes();
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const begun = await em.findOne(
      TwoFactor,
      { user: actor.id, ...begunSince(now) },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const secret = begun && openSecret(key, actor.id, begun.secret);
    if (!begun || !secret) {
      throw new ShopError("conflict", "This set-up has expired. Please begin again.");
    }
    const step = await timeStepOf(secret, code.replaceAll(/\s/g, ""), { now, lastStep: null });
    if (step === undefined) throw wrongFirstCode();
    begun.confirmedAt = now;
    begun.lastStep = step;
    await em.flush();
    await replaceRecoveryCodes(em, actor.id, codes, now);
    await endAccess(context, em, actor.id, "two-factor sign-in on");
    await tellOfTwoFactor(context, em, user, { kind: "on" });
  });
  await giveBackToLimit(context, "two-factor", accountKey);
  return codes.map(({ code }) => code);
}

function wrongFirstCode(): ShopError {
  const message = "This code is not right. Enter the one your app shows now, and check your phone's clock.";
  return new ShopError("validation_failed", message, { fields: { code: [message] } });
}
