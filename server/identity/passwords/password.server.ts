import { hash, verify } from "@node-rs/argon2";
import { Turns } from "#server/core/turns.ts";

/**
 * Each hash takes 19 MiB and some 30 ms of one of Node's four threads, which also compress and look up names. Two at
 * the same time leave the others free; behind sixty in the queue, a request waits a second.
 */
const passwordTurns = new Turns({
  name: "password hashes",
  atOnce: 2,
  waiting: 60,
  patienceMs: 5000,
  refusal: "Too many passwords are being checked at this moment. Please try again in a moment.",
});

/**
 * The argon2id hash of a password, with its salt and parameters in the text (the package's defaults: 19 MiB, 2 passes).
 * @throws ShopError `unavailable` when too many are being hashed
 */
export function hashPassword(password: string): Promise<string> {
  return passwordTurns.take(() => hash(password));
}

/** The hash of 256 random bits that nobody stored, with the parameters of `hashPassword`. */
export const UNKNOWABLE_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$gnVVG2gef//Q3iVtYa5MtQ$zl10oCJZQwfLv24YRTqlHZ0z6x8P6zLEXUcMlgiH/e4";

/**
 * Whether a password is the one that was hashed. Without a hash (unknown user, or an account without a password) it
 * works just as long and returns false, so that timing does not tell who has an account (docs/rules.md#accounts-2).
 * @throws ShopError `unavailable` when too many are being checked
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const matches = await passwordTurns.take(() => verify(storedHash ?? UNKNOWABLE_HASH, password));
  return storedHash !== null && matches;
}
