import { generateSecret } from "otplib";
import { TwoFactor } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { requireOwnPassword } from "../passwords/require-own-password.server.ts";
import { requireUser } from "../require-user.server.ts";
import { requireOwnPasskey } from "./require-password-and-code.server.ts";
import { sealSecret } from "./two-factor-secret.server.ts";

/**
 * Makes a key of 160 random bits for the signed-in person's authenticator app. It counts once a code has confirmed it.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password), `conflict` (on already), `forbidden` (staff who have
 * not come by the passkey that is theirs), `rate_limited`
 */
export async function beginTwoFactor(context: Context, { password }: { password: string }): Promise<void> {
  const actor = requireUser(context);
  await requireOwnPassword(context, actor, "password", password);
  requireOwnPasskey(actor);
  const secret = sealSecret(await signingSecret(context.em), actor.id, generateSecret());
  await inTransaction(
    context.em,
    async (em) => {
      if (await em.count(TwoFactor, { user: actor.id, confirmedAt: { $ne: null } })) {
        throw new ShopError("conflict", "Two-factor sign-in is on already.");
      }
      await em.nativeDelete(TwoFactor, { user: actor.id, confirmedAt: null });
      await em.insert(TwoFactor, { user: actor.id, secret, createdAt: context.clock.now() });
    },
    { retryUniqueViolations: true },
  );
}
