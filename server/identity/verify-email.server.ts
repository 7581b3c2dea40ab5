import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { confirmEmailChange } from "./confirm-email-change.server.ts";
import { findAccountToken } from "./find-account-token.server.ts";
import { markVerified } from "./mark-verified.server.ts";
import { isSameAddress } from "./same-address.ts";

export interface Verification {
  /** Which promise the link kept: a new account's address, or a changed one. */
  kind: "verified" | "changed";
  email: string;
}

/**
 * Proves an address by its mailed link. The same link gives the same answer until it expires, so that a mail
 * scanner that opens it first burns nothing (resolution B18); it signs nobody in.
 * @throws ShopError `bad_request` for any link that is not good, whatever is wrong with it.
 */
export async function verifyEmail(
  context: Context,
  link: { email: string; token: string },
): Promise<Verification> {
  return context.em.fork().transactional(async (em) => {
    const found = await findAccountToken(
      em,
      link.token,
      ["verify_email", "change_email"],
      context.clock.now(),
    );
    if (!found || !isSameAddress(found.token.email, link.email)) throw invalidLink();
    if (found.token.purpose === "change_email") {
      if (!(await confirmEmailChange(context, em, found))) throw invalidLink();
      return { kind: "changed", email: found.user.email };
    }
    // The address of the account may have changed since the mail went out.
    if (!isSameAddress(found.user.email, found.token.email)) throw invalidLink();
    found.token.usedAt ??= context.clock.now();
    await markVerified(em, found.user);
    return { kind: "verified", email: found.user.email };
  });
}

function invalidLink(): ShopError {
  return new ShopError(
    "bad_request",
    "The verification link is invalid or has expired. Please request a new one.",
  );
}
