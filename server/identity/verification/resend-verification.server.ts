import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { requireUser } from "../require-user.server.ts";
import { sendVerification } from "./send-verification.server.ts";

/**
 * Whether the signed-in person has a verified address that nobody has shown to be theirs: the link was opened without
 * the account, by a mail scanner perhaps.
 * @throws ShopError `unauthenticated`
 */
export async function lacksProof(context: Context): Promise<boolean> {
  const { id } = requireUser(context);
  return (await context.em.fork().count(User, { id, isVerified: true, emailProvenAt: null })) > 0;
}

/**
 * Mails the signed-in person a new verification link; earlier ones keep working until they expire. Says whether a
 * mail went out: none does once the address is proven, by opening a link while signed in.
 * @throws ShopError `unauthenticated`, `rate_limited`.
 */
export async function resendVerification(context: Context): Promise<boolean> {
  const { id } = requireUser(context);
  await countAgainstLimit(context, "account-mail", `verify:${id}`);
  return context.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, id);
    if (user.emailProvenAt) return false;
    await sendVerification(context, em, user);
    return true;
  });
}
