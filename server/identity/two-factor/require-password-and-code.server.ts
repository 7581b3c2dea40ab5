import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { countAgainstLimit, giveBackToLimit } from "#server/http/rate-limit.server.ts";
import type { SignedInUser } from "../account/user-views.server.ts";
import { verifyPassword } from "../passwords/password.server.ts";
import { hasTwoFactor } from "./has-two-factor.server.ts";
import { checkSecondFactor } from "./second-factor.server.ts";

/**
 * What a person proves again. `code`: from the authenticator app, or a recovery code; only where the sign-in needs one.
 */
export interface Reauthentication {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Requires a signed-in person's password again, and a code where their sign-in needs one: before anything that gives
 * lasting power, which a borrowed device must not have. `field` is the form's name for the password.
 * @throws ShopError `validation_failed` naming the form's field, `forbidden` (below), `rate_limited`
 */
export async function requirePasswordAndCode(
  context: Context,
  actor: SignedInUser,
  { password, code }: Reauthentication,
  field = "password",
): Promise<void> {
  if (!password) throw refused(field, "Enter your current password");
  await requireOwnPassword(context, actor, field, password);
  if (!(await hasTwoFactor({ em: context.em.fork() }, actor.id))) return requireOwnPasskey(actor);
  if (!code) throw refused("code", "Enter the code of your authenticator app");
  try {
    await checkSecondFactor(context, actor.id, code);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "unauthenticated") throw error;
    // The person stays signed in: only the form is refused.
    throw refused("code", error.message);
  }
}

/**
 * Staff whose second factor is a passkey must have signed in with it before they add another: otherwise a stolen
 * password alone would do.
 * @throws ShopError `forbidden`
 */
export function requireOwnPasskey(actor: SignedInUser): void {
  if (actor.mustFirst !== "passkey") return;
  throw new ShopError("forbidden", "Please sign out, and sign in with your passkey first.");
}

function refused(field: string, message: string): ShopError {
  return new ShopError("validation_failed", message, { fields: { [field]: [message] } });
}

/**
 * Requires a signed-in person's password again, before something that a borrowed device must not do.
 * @throws ShopError `validation_failed` naming the form's field, `rate_limited`.
 */
export async function requireOwnPassword(
  context: Context,
  actor: SignedInUser,
  field: string,
  password: string,
): Promise<void> {
  const accountKey = `user:${actor.id}`;
  await countAgainstLimit(context, "own-password", accountKey);
  const user = await context.em.fork().findOne(User, actor.id, { populate: ["passwordHash"] });
  if (!(await verifyPassword(user?.passwordHash ?? null, password))) {
    throw new ShopError("validation_failed", "Current password is incorrect", {
      fields: { [field]: ["Current password is incorrect"] },
    });
  }
  await giveBackToLimit(context, "own-password", accountKey);
}
