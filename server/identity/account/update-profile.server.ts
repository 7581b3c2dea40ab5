import { LockMode } from "@mikro-orm/core";
import { User } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { definedOnly } from "#server/core/defined-only.ts";
import { requireUser } from "../require-user.server.ts";
import { requireOpenSession } from "../sessions/end-access.server.ts";
import { requirePasswordAndCode } from "../two-factor/require-password-and-code.server.ts";
import { requestEmailChange } from "../verification/request-email-change.server.ts";
import { isSameAddress } from "../verification/same-address.ts";
import type { ProfileChanges } from "./account.schema.ts";
import { marketingConsent } from "./marketing-consent.ts";

export interface ProfileUpdate {
  /** The new address that waits for its confirmation; null when the address stays as it is. */
  pendingEmail: string | null;
}

/**
 * Changes what people may change about themselves; what is not named stays. A new address waits until it is
 * confirmed, and is asked for with the password, and a code where there is one: whoever has the address has the account.
 * @throws ShopError `unauthenticated`; for a new address `validation_failed` (password or code), `rate_limited`.
 */
export async function updateProfile(context: Context, changes: ProfileChanges): Promise<ProfileUpdate> {
  requirePermission(context, "profile.edit");
  const actor = requireUser(context);
  const { id } = actor;
  const { email, postalCode, emailOptIn, currentPassword: password, code, ...details } = changes;
  if (email !== undefined && !isSameAddress(email, actor.email)) {
    await requirePasswordAndCode(context, actor, { password, code }, "currentPassword");
  }
  return context.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (postalCode !== undefined) details.postcode ??= postalCode;
    em.assign(user, definedOnly(details));
    if (emailOptIn !== undefined && emailOptIn !== user.emailOptIn) {
      em.assign(user, marketingConsent(emailOptIn, context.clock.now(), "account settings"));
    }
    if (email === undefined) return { pendingEmail: null };
    if (isSameAddress(email, user.email)) {
      user.email = email;
      return { pendingEmail: null };
    }
    await em.flush();
    await requireOpenSession(em, actor);
    await requestEmailChange(context, em, user, email);
    return { pendingEmail: email };
  });
}
