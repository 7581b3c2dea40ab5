import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { type FoundToken, findAccountToken } from "../verification/find-account-token.server.ts";
import { isSameAddress } from "../verification/same-address.ts";
import { needsStaffPassword } from "./staff-password.server.ts";

/** What the reset-password page shows for a link that is good. */
export interface PasswordLink {
  username: string;
  /** True for a guest's first password, false for a forgotten one. */
  isFirst: boolean;
  /** The password has to be good enough for staff. */
  forStaff: boolean;
}

/** Whose password a link may set, without using it up; undefined when it is not, or no longer, good. */
export async function findPasswordLink(context: Context, token: string): Promise<PasswordLink | undefined> {
  const owner = await findPasswordOwner(context, token);
  return (
    owner && {
      username: owner.username,
      isFirst: !owner.passwordHash,
      forStaff: needsStaffPassword(owner.role),
    }
  );
}

/** The same as the account itself. */
export async function findPasswordOwner(context: Context, token: string): Promise<User | undefined> {
  if (token === "") return undefined;
  return context.em.fork().transactional(async (em) => {
    const found = await findUnusedPasswordToken(em, token, context.clock.now());
    return found?.user;
  });
}

/** The token and its user, both locked; undefined unless the link can set a password now. */
export async function findUnusedPasswordToken(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<FoundToken | undefined> {
  const found = await findAccountToken(em, token, ["reset_password", "set_password"], now);
  if (!found || found.token.usedAt || !found.user.isActive) return undefined;
  return isSameAddress(found.token.email, found.user.email) ? found : undefined;
}

/** One refusal whatever is wrong with a link, so that it tells nobody which accounts there are. */
export function invalidPasswordLink(): ShopError {
  return new ShopError("bad_request", "This password reset link is invalid or has expired.");
}
