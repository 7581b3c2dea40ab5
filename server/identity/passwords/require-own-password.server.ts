import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { countAgainstLimit, giveBackToLimit } from "#server/http/limits/rate-limit.server.ts";
import type { SignedInUser } from "../require-user.server.ts";
import { verifyPassword } from "./verify-password.server.ts";

/**
 * Asks a signed-in person for their password again, before something that a borrowed device must not do.
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
