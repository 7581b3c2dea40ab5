import type { Context } from "#server/core/context.ts";
import { limitKeyOf } from "#server/http/limits/limit-key.ts";
import {
  countAgainstLimit,
  forgetLimit,
  giveBackToLimit,
  isWithinLimit,
  refusedByLimit,
} from "#server/http/limits/rate-limit.server.ts";
import type { SignInDoor } from "./sign-in-doors.ts";

interface CountedSignIn {
  /** The password was right. */
  giveBack(): Promise<void>;
}

/**
 * Counts a try of a password, before anything is looked up: by the name as it was typed at this door, which may be
 * anybody's or nobody's, so that no limit tells whose it is. What strangers try elsewhere stops nobody at an address
 * where they are signed in, and reset links are mailed to everybody, so that nobody can be kept out of an account.
 * @throws ShopError `rate_limited`
 */
export async function countSignIn(context: Context, door: SignInDoor, typed: string): Promise<CountedSignIn> {
  const name = nameAt(door, typed);
  const nameHere = `${limitKeyOf(context.clientAddress)} ${name}`;
  await countAgainstLimit(context, "sign-in");
  await countAgainstLimit(context, "sign-in-account", nameHere);
  const isQuiet = await isWithinLimit(context, "sign-in-name", name);
  if (!isQuiet && !(await isKnownHere(context, door, typed))) throw refusedByLimit(context, "sign-in-name");
  return {
    async giveBack() {
      await giveBackToLimit(context, "sign-in");
      await giveBackToLimit(context, "sign-in-account", nameHere);
      await giveBackToLimit(context, "sign-in-name", name);
    },
  };
}

/**
 * Forgets the wrong passwords that were tried for a person, once a mailed link has given them a new one: what strangers
 * tried before must not keep the owner from using it.
 */
export async function forgetWrongPasswords(
  context: Context,
  { username, email }: { username: string; email: string },
): Promise<void> {
  await forgetLimit(context, "sign-in-name", nameAt("customer", username));
  await forgetLimit(context, "sign-in-name", nameAt("staff", email));
}

function nameAt(door: SignInDoor, typed: string): string {
  return `${door}:${typed.trim().toLowerCase()}`;
}

/** Whether somebody of this name is signed in at this address, on whichever device. */
async function isKnownHere({ em, clientAddress, clock }: Context, door: SignInDoor, typed: string) {
  const column = door === "staff" ? "email" : "username";
  const rows = await em.execute<{ address: string }[]>(
    `select distinct user_session.address from user_session join user_account on user_account.id = user_session.user_id
      where lower(user_account.${column}) = lower(?) and user_session.expires_at > ?`,
    [typed.trim(), clock.now()],
  );
  return rows.some(({ address }) => limitKeyOf(address) === limitKeyOf(clientAddress));
}
