import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { requireOwnPassword } from "../require-own-password.server.ts";
import type { SignedInUser } from "../require-user.server.ts";
import { checkSecondFactor } from "./check-second-factor.server.ts";

/**
 * Asks a signed-in person for both factors again, before one of them changes.
 * @throws ShopError `validation_failed` naming the form's field, `rate_limited`
 */
export async function requirePasswordAndCode(
  context: Context,
  actor: SignedInUser,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await requireOwnPassword(context, actor, "password", password);
  try {
    await checkSecondFactor(context, actor.id, code);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "unauthenticated") throw error;
    // Who is signed in stays so: only the form is refused.
    throw new ShopError("validation_failed", error.message, { fields: { code: [error.message] } });
  }
}
